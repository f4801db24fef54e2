import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InMemoryReadModels } from '../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../backend/testing/stored.ts';
import { viewOf } from '../kernel/documents/view.ts';
import { Invalid } from '../kernel/errors.ts';
import type { KnownPerson, PeopleWanted } from './contract.ts';
import { findPeople, uidsCalled } from './find-people.ts';
import { users } from './read-models/users.ts';
import { userDemoted, userErased, userPromoted, userRegistered } from './testing/examples.ts';

type Somebody = { readonly name: string; readonly email: string; readonly isAdmin?: boolean };

function shopOf(people: readonly Somebody[]) {
  const readModels = new InMemoryReadModels();
  let position = 0n;
  const happen = (...events: Parameters<typeof stored>[0][]) =>
    readModels.follow(
      [users],
      events.map((event) => stored(event, { position: ++position })),
    );
  for (const [nth, { name, email, isAdmin }] of people.entries()) {
    const uid = `u${nth}`;
    happen(userRegistered({ uid, name, email }), ...(isAdmin ? [userPromoted({ uid })] : []));
  }
  return { view: viewOf(readModels, users), happen };
}

type Shop = Pick<ReturnType<typeof shopOf>, 'view'> & { looksAt?: number };

/** All pages, one after another. */
async function everyPage(shop: Shop, wanted: Omit<PeopleWanted, 'limit' | 'after'>, limit = 1_000) {
  const found: KnownPerson[] = [];
  const pages: number[] = [];
  let total: number | undefined;
  let after: string | undefined;
  do {
    const page = await findPeople(shop, { ...wanted, limit, ...(after !== undefined && { after }) });
    found.push(...page.people);
    pages.push(page.people.length);
    total ??= page.total;
    after = page.next;
  } while (after !== undefined);
  return { emails: found.map(({ email }) => email), found, pages, total };
}

const some = [
  { name: 'Mina Rahman', email: 'mina@example.com' },
  { name: 'Ada Lovelace', email: 'admin@example.com', isAdmin: true },
  { name: 'Rahman Ali', email: 'ali@example.com' },
  { name: 'Zoë', email: 'rahman@example.com', isAdmin: true },
];

describe('finding people', () => {
  it('has everybody by email when nothing is asked, with when they came and nothing that is internal', async () => {
    const { emails, found, total } = await everyPage(shopOf(some), {});
    expect(emails).toEqual(['admin@example.com', 'ali@example.com', 'mina@example.com', 'rahman@example.com']);
    expect(total).toBe(4);
    const cameAt = '2026-01-02T03:04:05.000Z';
    expect(found[0]).toEqual({ _id: 'u1', name: 'Ada Lovelace', email: 'admin@example.com', role: 'admin', cameAt });
  });

  it('has those whose email, name or last name begins like that, in whatever case, each once', async () => {
    const { emails, total } = await everyPage(shopOf(some), { q: ' RAHMAN ' });
    expect(emails).toEqual(['rahman@example.com', 'ali@example.com', 'mina@example.com']);
    expect(total).toBeUndefined();
    expect((await everyPage(shopOf(some), { q: 'zoë' })).emails).toEqual(['rahman@example.com']);
    expect((await everyPage(shopOf(some), { q: 'nobody' })).emails).toEqual([]);
  });

  it('has those whose name is written in other letters in the middle of a word than at its end, or in capitals', async () => {
    const shop = shopOf([
      { name: 'ΝΙΚΟΣ ΣΕΤΣΗΣ', email: 'nikos@example.com' },
      { name: 'İpek Işık', email: 'ipek@example.com' },
    ]);
    for (const q of ['νικος', 'ΝΙΚΟΣ', 'σετς', 'ΣΕΤΣ', 'ΣΕΤΣΗΣ'])
      expect((await everyPage(shop, { q })).emails, q).toEqual(['nikos@example.com']);
    for (const q of ['ipek i', 'İPEK', 'İpe'])
      expect((await everyPage(shop, { q })).emails, q).toEqual(['ipek@example.com']);
  });

  it('has those whose last name has several words, by as many of them as are said', async () => {
    const shop = shopOf([
      { name: 'Gabriel García Márquez', email: 'gabriel@example.com' },
      { name: 'Ana Márquez', email: 'ana@example.com', isAdmin: true },
      { name: 'Bo van der Berg', email: 'bo@example.com', isAdmin: true },
      { name: 'Eva Derberg', email: 'eva@example.com' },
      { name: 'Ida Nordin\u00a0Holm', email: 'ida@example.com' },
    ]);
    const called = async (q: string, role?: 'admin') => (await everyPage(shop, { q, role })).emails;
    expect(await called('garcía már')).toEqual(['gabriel@example.com']);
    expect(await called('Márquez')).toEqual(['gabriel@example.com', 'ana@example.com']);
    for (const q of ['van der berg', 'der b', 'berg', 'Bo van']) expect(await called(q), q).toEqual(['bo@example.com']);
    expect(await called('der berg', 'admin')).toEqual(['bo@example.com']);
    expect(await called('n der berg')).toEqual([]);
    expect(await called('berg van')).toEqual([]);
    // As a page copies it, with a space at which no line breaks.
    expect(await called('nordin\u00a0ho')).toEqual(['ida@example.com']);
  });

  it('has admins alone, also those who are called like that', async () => {
    const shop = shopOf(some);
    expect(await everyPage(shop, { role: 'admin' })).toMatchObject({
      emails: ['admin@example.com', 'rahman@example.com'],
      total: 2,
    });
    expect((await everyPage(shop, { role: 'admin', q: 'love' })).emails).toEqual(['admin@example.com']);
    shop.happen(userDemoted({ uid: 'u1' }));
    expect((await everyPage(shop, { role: 'admin' })).emails).toEqual(['rahman@example.com']);
  });

  it('has nobody who was forgotten', async () => {
    const shop = shopOf(some);
    shop.happen(userErased({ uid: 'u0' }));
    expect((await everyPage(shop, {})).emails).not.toContain('mina@example.com');
    for (const q of ['mina', 'rahman']) {
      expect((await everyPage(shop, { q })).emails).not.toContain('mina@example.com');
    }
  });

  it('goes on by pages, and looks at no more people for one than it may', async () => {
    const many = Array.from({ length: 60 }, (_, nth) => ({ name: `Mo ${nth}`, email: `mo${nth}@example.com` }));
    const { emails, pages } = await everyPage({ ...shopOf(many), looksAt: 25 }, { q: 'mo' }, 10);
    expect(new Set(emails).size).toBe(60);
    expect(emails).toHaveLength(60);
    // All are found by their emails; among the names there is nobody new, and pages without anybody end.
    expect(pages).toEqual([10, 10, 10, 10, 10, 10, 0, 0, 0]);
  });

  it('reads the first piece at once, and waits for a turn with each that follows', async () => {
    const many = Array.from({ length: 120 }, (_, nth) => ({ name: `Mo ${nth}`, email: `mo${nth}@example.com` }));
    const { view } = shopOf(many);
    const pieces: boolean[] = [];
    const list: typeof view.list = (query) => {
      pieces.push(query.isPiece === true);
      return view.list(query);
    };
    await findPeople({ view: { ...view, list } }, { q: 'mo', limit: 1_000 });
    // Three of those found by email, three of the same by name, and of the last names the first.
    expect(pieces).toEqual([false, ...Array.from({ length: 6 }, () => true)]);
  });

  it('takes no cursor of another question, nor one that somebody made up', async () => {
    const shop = shopOf(some);
    const { next: after } = await findPeople(shop, { limit: 1 });
    expect(after).toBeDefined();
    for (const wanted of [{ q: 'a' }, { role: 'admin' as const }]) {
      await expect(findPeople(shop, { ...wanted, limit: 1, ...(after && { after }) })).rejects.toThrow(Invalid);
    }
    await expect(findPeople(shop, { limit: 1, after: 'made-up' })).rejects.toThrow(Invalid);
  });

  it('finds by pages of any size just who is called like that', async () => {
    const word = fc.constantFrom('a', 'ab', 'abc', 'b', 'é', 'ab c');
    const somebody = fc.record({
      name: fc.array(word, { minLength: 1, maxLength: 3 }),
      mail: word,
      isAdmin: fc.boolean(),
    });
    const question = fc.record({
      q: word,
      limit: fc.integer({ min: 1, max: 5 }),
      looksAt: fc.integer({ min: 1, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(somebody, { maxLength: 12 }),
        question,
        fc.boolean(),
        async (drawn, asked, ofAdmins) => {
          const people = drawn.map(({ name, mail, isAdmin }, nth) => ({
            name: name.join(' '),
            email: `${mail.replaceAll(' ', '')}${nth}@example.com`,
            isAdmin,
          }));
          const role = ofAdmins ? ('admin' as const) : undefined;
          const { q, limit, looksAt } = asked;
          const { emails } = await everyPage({ ...shopOf(people), looksAt }, { q, role }, limit);
          const called = ({ name, email }: Somebody) => {
            const words = name.split(' ');
            const lastNames = words.slice(1).map((_, nth) => words.slice(nth + 1).join(' '));
            const reachesTheLast = (text: string) => q.length > text.length - (words.at(-1)?.length ?? 0);
            return [email, name, ...lastNames.filter(reachesTheLast)].some((text) => text.startsWith(q));
          };
          const wanted = people.filter((person) => called(person) && (!ofAdmins || person.isAdmin));
          expect([...emails].sort()).toEqual(wanted.map(({ email }) => email).sort());
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('who is called like that', () => {
  const smiths = Array.from({ length: 60 }, (_, nth) => ({
    name: `${nth} ${nth === 50 ? 'García ' : ''}Smith`,
    email: `p${nth}@example.com`,
  }));

  it('is known by uids, also where others share the last of several words', async () => {
    const shop = shopOf(smiths);
    expect(await uidsCalled(shop, ' GARCÍA Smith ', 20)).toEqual(['u50']);
    expect(await uidsCalled(shop, 'p1', 20)).toHaveLength(11);
    expect(await uidsCalled(shop, 'nobody', 20)).toEqual([]);
    expect(await uidsCalled(shop, 'smith', 60)).toHaveLength(60);
  });

  it('is not, where they are too many, or one would have to look at too many', async () => {
    const shop = shopOf(smiths);
    expect(await uidsCalled(shop, 'smith', 59)).toBeUndefined();
    expect(await uidsCalled({ ...shop, looksAt: 59 }, 'garcía smith', 20)).toBeUndefined();
    expect(await uidsCalled({ ...shop, looksAt: 60 }, 'garcía smith', 20)).toEqual(['u50']);
  });
});
