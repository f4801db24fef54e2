import type { QueryClient } from '@tanstack/react-query';
import type { Person } from '../../../../modules/people/contract.ts';
import type { Page } from '../../lib/api/api.ts';
import { newestOf } from '../../lib/live/newest.ts';
import { patchCached } from '../../lib/queries/patch-cached.ts';

const roles = newestOf<Pick<Person, 'role'>>();
/** Who was forgotten, by uid: an answer that was on its way by then must not bring the name back. */
const forgotten = newestOf<{ isForgotten: boolean }>();

export const peopleKey = (admin: string) => ['private', admin, 'people'] as const;
export const personKey = (admin: string) => ['private', admin, 'person'] as const;

/** What a notice says of the role of one of them. */
export function hearRoleOf(
  client: QueryClient,
  admin: string,
  told: { email: string; position: bigint; role: Person['role'] },
): void {
  const { email, position, role } = told;
  if (!roles.told(client, email, position, { role })) return;
  const latest = (person: Person) =>
    person.email === email ? withRole(person, roles.latest(client, email, { role: person.role })) : person;
  patchCached<Page<Person>>(client, { queryKey: peopleKey(admin) }, (page) => ({
    ...page,
    entries: page.entries.map(latest),
  }));
  patchCached<Person | null>(client, { queryKey: personKey(admin) }, (person) => person && latest(person));
}

/** Somebody was forgotten: they are shown no more. Gives the email by which they were shown here, if they were. */
export function hearForgotten(client: QueryClient, admin: string, uid: string, position: bigint): string | undefined {
  forgotten.told(client, uid, position, { isForgotten: true });
  patchCached<Page<Person>>(client, { queryKey: peopleKey(admin) }, (page) => {
    const entries = page.entries.filter(({ _id }) => _id !== uid);
    if (entries.length === page.entries.length) return page;
    return { ...page, entries, total: page.total && page.total - 1 };
  });
  let email: string | undefined;
  patchCached<Person | null>(client, { queryKey: personKey(admin) }, (person) => {
    if (person?._id !== uid) return person;
    email = person.email;
    return null;
  });
  return email;
}

/**
 * Asks anew for all that is shown to admins, once somebody was forgotten, whose name stands in orders and reviews too. Not for what
 * was shown of them alone, by this email: without this, their page, which is left a moment later, asks for whoever is gone.
 */
export const askForOthers = (client: QueryClient, email: string | undefined): Promise<void> =>
  client.invalidateQueries({
    queryKey: ['private'],
    predicate: ({ queryKey }) => !email || !queryKey.includes(email, 2),
  });

export const isForgotten = (client: QueryClient, uid: string) =>
  forgotten.latest(client, uid, { isForgotten: false }).isForgotten;

/** Somebody as the shop answered, with the role that is known by now. */
export const answered = (client: QueryClient, person: Person, asOf: bigint) =>
  withRole(person, roles.answered(client, person.email, asOf, { role: person.role }));

const withRole = ({ role: _, ...person }: Person, { role }: Pick<Person, 'role'>): Person => ({
  ...person,
  ...(role && { role }),
});
