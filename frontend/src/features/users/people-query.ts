import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Person } from '../../../../modules/people/contract.ts';
import { getDated, getPage, withQuery } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { answered, isForgotten, peopleKey, personKey } from './newest-people.ts';

/** What an admin looks for among people, and which page of it. */
export type PeopleWanted = { readonly q: string; readonly role: string; readonly after: string };

const peoplePerPage = 25;

/** `admin` is the address of whoever is shown them. */
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
