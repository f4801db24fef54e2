import { cursorAfter, type Place, placeOf } from '../kernel/cursor.ts';
import { Invalid } from '../kernel/errors.ts';
import type { View } from '../kernel/view.ts';
import type { FoundPeople, KnownPerson, PeopleWanted } from './contract.ts';
import { lastNameOf, nameOf, type UserDocument, users } from './read-models/users.ts';

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

/** What admins are shown of somebody: when they have their email from is for who looks for its owner. */
export const knownPersonOf = ({ since: _, ...person }: UserDocument): KnownPerson => person;

/**
 * People by email, or those whose email, name or last name begins like that. They are read off lists that are kept in just that order,
 * one after another, and never more of them than `mostLooked`: who looks for a letter that half of the shop begins with keeps nobody
 * waiting.
 * @throws Invalid for a cursor of another question.
 */
export async function findPeople(
  { view, looksAt = mostLooked }: Wiring,
  { q = '', role, limit, after, signal }: PeopleWanted,
): Promise<FoundPeople> {
  const begins = q.trim().toLowerCase();
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

/** Who is in the lists, one list after another, of each only who begins like that. All admins are read, who are few. */
async function* inTurn(
  view: Pick<View<UserDocument>, 'list'>,
  lists: readonly ListName[],
  { begins, from, signal }: { begins: string; from: Omit<Seen, 'person'> | undefined; signal: AbortSignal | undefined },
): AsyncGenerator<Seen> {
  // Who is found at once is shown as soon as any short list; who goes on looking lets others go first.
  let isPiece = false;
  for (const [nth, index] of lists.entries()) {
    if (from && nth < from.nth) continue;
    const start = index === 'admin' ? '' : begins;
    const place = from?.nth === nth ? from.place : { sort: start, id: '' };
    const listed = { index, key: '', order: 'ascending', limit: piece, signal } as const;
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

const isIn = (lists: readonly ListName[], person: UserDocument, begins: string) =>
  lists.some((list) => sortIn[list](person)?.startsWith(begins));

/** Whether somebody's email, name or last name begins like that; `begins` is in lower case. */
export const isCalled = (person: UserDocument, begins: string) => isIn(searched, person, begins);

const isNewIn = (lists: readonly ListName[], { person, nth }: Seen, begins: string) =>
  !isIn(lists.slice(0, nth), person, begins);

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
