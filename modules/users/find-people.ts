import { cursorAfter, type Place, placeOf } from '../kernel/documents/cursor.ts';
import type { View } from '../kernel/documents/view.ts';
import { inSmallLetters } from '../kernel/encoding/small-letters.ts';
import { Invalid } from '../kernel/errors.ts';
import type { FoundPeople, KnownPerson, PeopleWanted } from './contract.ts';
import { hasLastName, lastNameOf, lastWordOf, nameOf, type UserDocument, users } from './read-models/users.ts';

/** How many people are looked at for one answer, whatever is asked: what is not found among them is for the next page. */
export const mostLooked = 2_000;

/** How many are read at once. */
const piece = 50;

/** The lists that people are read off, and by what each is in order. */
const sortIn = {
  all: ({ email }: UserDocument) => email,
  name: nameOf,
  lastName: lastNameOf,
  admin: ({ email }: UserDocument) => email,
} as const;
type ListName = keyof typeof sortIn;

/** A person is shown where they are found first: by their email, else by their name, else by their last name. */
const searched = ['all', 'name', 'lastName'] as const satisfies readonly ListName[];

/** Somebody, and where: in which of the lists that are read, and in which place of it. */
type Seen = { readonly person: UserDocument; readonly nth: number; readonly place: Place };

type Wiring = {
  readonly view: Pick<View<UserDocument>, 'list' | 'count' | 'asOf'>;
  /** How many people are looked at for one answer; `mostLooked` when left out. */
  readonly looksAt?: number;
};

/** What admins are shown of somebody: when they have their email from is for whoever looks for its owner. */
export const knownPersonOf = ({ since: _, ...person }: UserDocument): KnownPerson => person;

/**
 * People by email, or those whose email, name or last name begins like that. They are read off lists that are kept in just that order,
 * one after another, and never more of them than `mostLooked`: whoever looks for a letter that half of the shop begins with keeps nobody
 * waiting.
 * @throws Invalid for a cursor of another question.
 */
export async function findPeople(
  { view, looksAt = mostLooked }: Wiring,
  { q = '', role, limit, after, signal }: PeopleWanted,
): Promise<FoundPeople> {
  const begins = inSmallLetters(q.trim());
  const question = { index: JSON.stringify([begins, role]), key: '', order: 'ascending' } as const;
  const from = after === undefined ? undefined : seenBefore(placeOf('found-people', { ...question, after }));
  const lists: readonly ListName[] = role === 'admin' ? ['admin'] : begins === '' ? ['all'] : searched;
  const asOf = await view.asOf();
  const total = begins === '' ? await view.count(lists[0] ?? 'all', '') : undefined;

  const people: KnownPerson[] = [];
  let last: Omit<Seen, 'person'> | undefined;
  let looked = 0;
  for await (const seen of inTurn(view, lists, { begins, from, signal })) {
    if (people.length === limit || looked === looksAt) {
      return { people, next: last && cursorAfter(writtenOf(last), 'found-people', question), total, asOf };
    }
    looked += 1;
    last = seen;
    const isWanted = role === 'admin' ? isCalled(seen.person, begins) : isNewIn(lists, seen, begins);
    if (isWanted) people.push(knownPersonOf(seen.person));
  }
  return { people, next: undefined, total, asOf };
}

/**
 * Who is called like that by email, name or last name, by their uids.
 * @returns undefined where they are more than so many, or one would have to look at more than `mostLooked` to know
 */
export async function uidsCalled(
  { view, looksAt = mostLooked }: { readonly view: Pick<View<UserDocument>, 'list'>; readonly looksAt?: number },
  words: string,
  most: number,
): Promise<readonly string[] | undefined> {
  const begins = inSmallLetters(words.trim());
  const found = new Set<string>();
  const isWhole = async (list: ListName) => {
    let looked = 0;
    for await (const { person } of inTurn(view, [list], { begins, size: Math.min(piece, most + 1) })) {
      if (isIn(list, person, begins)) found.add(person._id);
      looked += 1;
      if (found.size > most || looked > looksAt) return false;
    }
    return true;
  };
  const all = await Promise.all(searched.map(isWhole));
  return all.every(Boolean) ? [...found] : undefined;
}

type Part = {
  readonly begins: string;
  readonly from?: Omit<Seen, 'person'> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly size?: number;
};

/**
 * Who is in the lists, one list after another: of each who begins like that, and of last names all who share the last word, since the list
 * is in the order of that. All admins are read, who are few.
 */
async function* inTurn(
  view: Pick<View<UserDocument>, 'list'>,
  lists: readonly ListName[],
  { begins, from, signal, size = piece }: Part,
): AsyncGenerator<Seen> {
  // Whoever is found at once is shown as soon as any short list; whoever goes on looking lets others go first.
  let isPiece = false;
  for (const [nth, index] of lists.entries()) {
    if (from && nth < from.nth) continue;
    const start = startIn(index, begins);
    const place = from?.nth === nth ? from.place : { sort: start, id: '' };
    const listed = { index, key: '', order: 'ascending', limit: size, signal } as const;
    let after: string | undefined = cursorAfter(place, users.storedAs, listed);
    while (after !== undefined) {
      const query = { ...listed, after, isPiece };
      const page: Awaited<ReturnType<View<UserDocument>['list']>> = await view.list(query);
      after = page.next;
      isPiece = true;
      for (const person of page.documents) {
        const sort = sortIn[index](person) ?? '';
        if (!sort.startsWith(start)) {
          after = undefined;
          break;
        }
        yield { person, nth, place: { sort, id: person._id } };
      }
    }
  }
}

function startIn(list: ListName, begins: string): string {
  if (list === 'admin') return '';
  return list === 'lastName' ? lastWordOf(begins).last : begins;
}

const isIn = (list: ListName, person: UserDocument, begins: string) =>
  list === 'lastName' ? hasLastName(person, begins) : sortIn[list](person)?.startsWith(begins) === true;

/** Whether somebody's email, name or last name begins like that; `begins` is in small letters. */
export const isCalled = (person: UserDocument, begins: string) => searched.some((list) => isIn(list, person, begins));

/** Whether somebody is found by the list that they are read off, and was not by one before it. */
const isNewIn = (lists: readonly ListName[], { person, nth }: Seen, begins: string) =>
  lists.findIndex((list) => isIn(list, person, begins)) === nth;

const writtenOf = ({ nth, place: { sort, id } }: Omit<Seen, 'person'>): Place => ({ sort: `${nth} ${sort}`, id });

function seenBefore(place: Place | undefined): Omit<Seen, 'person'> | undefined {
  if (!place) return undefined;
  const [, nth, sort] = /^(\d) ([\s\S]*)$/.exec(place.sort) ?? [];
  if (nth === undefined || sort === undefined) {
    const message = 'This is not a cursor of this list.';
    throw new Invalid(message, [{ path: 'after', message }]);
  }
  return { nth: Number(nth), place: { sort, id: place.id } };
}
