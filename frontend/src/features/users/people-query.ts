import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Person } from '../../../../modules/people/contract.ts';
import { getDated, getPage, type Page, withQuery } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { newestOf } from '../../lib/newest.ts';
import { patchCached } from '../../lib/patch-cached.ts';

/** What an admin looks for among people, and which page of it. */
export type PeopleWanted = { readonly q: string; readonly role: string; readonly after: string };

export const peoplePerPage = 25;

const roles = newestOf<Pick<Person, 'role'>>();
/** Who was forgotten, by uid: an answer that was on its way by then must not bring the name back. */
const forgotten = newestOf<{ isForgotten: boolean }>();

const peopleKey = (admin: string) => ['private', admin, 'people'] as const;
const personKey = (admin: string) => ['private', admin, 'person'] as const;

/** `admin` is the address of who is shown them. */
export function peopleQuery(admin: string, wanted: PeopleWanted) {
  return queryOptions({
    queryKey: [...peopleKey(admin), wanted],
    queryFn: async ({ client, signal }) => {
      const page = await getPage<Person>(withQuery('/user', { ...wanted, with: 'orders', limit: peoplePerPage }), {
        signal,
      });
      const entries = page.entries.filter(({ _id }) => !isForgotten(client, _id));
      return { ...page, entries: entries.map((person) => answered(client, person, page.asOf)) };
    },
    placeholderData: keepPreviousData,
    meta: { live: 'asked', isForAdmins: true },
  });
}

/** One of them; null when nobody has that email, or not any more. */
export function personQuery(admin: string, email: string) {
  return queryOptions({
    queryKey: [...personKey(admin), email],
    queryFn: async ({ client, signal }): Promise<Person | null> => {
      try {
        const { body, asOf } = await getDated<Person>(`/people/${encodeURIComponent(email)}`, { signal });
        return isForgotten(client, body._id) ? null : answered(client, body, asOf);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    meta: { live: 'asked', isForAdmins: true },
  });
}

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

/** Somebody was forgotten: they are shown no more. */
export function hearForgotten(client: QueryClient, admin: string, uid: string, position: bigint): void {
  forgotten.told(client, uid, position, { isForgotten: true });
  patchCached<Page<Person>>(client, { queryKey: peopleKey(admin) }, (page) => {
    const entries = page.entries.filter(({ _id }) => _id !== uid);
    if (entries.length === page.entries.length) return page;
    return { ...page, entries, total: page.total && page.total - 1 };
  });
  patchCached<Person | null>(client, { queryKey: personKey(admin) }, (person) => (person?._id === uid ? null : person));
}

const isForgotten = (client: QueryClient, uid: string) =>
  forgotten.latest(client, uid, { isForgotten: false }).isForgotten;

const answered = (client: QueryClient, person: Person, asOf: bigint) =>
  withRole(person, roles.answered(client, person.email, asOf, { role: person.role }));

const withRole = ({ role: _, ...person }: Person, { role }: Pick<Person, 'role'>): Person => ({
  ...person,
  ...(role && { role }),
});
