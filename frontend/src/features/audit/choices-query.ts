import { queryOptions } from '@tanstack/react-query';
import type { Booking } from '../../../../modules/booking/contract.ts';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { orderNumber } from '../../../../modules/kernel/values/order-number.ts';
import type { Person } from '../../../../modules/people/contract.ts';
import { getPage, type Page, withQuery } from '../../lib/api/api.ts';

/** What somebody may mean who types a name, and what the history calls it. */
export type Choice = {
  readonly said: string;
  /** Another name of it, which others may have, too. */
  readonly alias?: string;
  readonly means: string;
};

/** What was found, and whether there is more of the kind, of which others may be called the same. */
export type Found = { readonly choices: readonly Choice[]; readonly isPart: boolean };

/** So many are offered while one types. */
const limit = 20;
const none: Pick<Page<Booking>, 'entries' | 'next'> = { entries: [], next: undefined };
const beginsLikeOrder = /^[0-9a-f]{8}-[0-9a-f]{0,4}$/i;
const beginsLikeEntity = /^[a-z][a-z-]*:/;
/** No name has so many characters, digits among them and nothing between them. */
const isUid = /^(?=.*\d)[\w-]{20,}$/;

/** Whether the history finds something by it as it is. */
export const isEntity = (typed: string) => typed === 'order-counts' || beginsLikeEntity.test(typed);
export const isActor = (typed: string) => typed === 'system' || typed.startsWith('operator:') || isUid.test(typed);

/** Things that are called what an admin types, by what the history calls them. */
export function thingsQuery(admin: string, typed: string) {
  return queryOptions({
    queryKey: ['private', admin, 'history-things', typed],
    queryFn: async ({ signal }): Promise<Found> => {
      const [tools, people, orders] = await Promise.all([
        getPage<Tool>(withQuery('/products', { search: typed, limit }), { signal }),
        getPage<Person>(withQuery('/user', { q: typed, limit }), { signal }),
        beginsLikeOrder.test(typed) ? getPage<Booking>(withQuery('/booking', { q: typed, limit }), { signal }) : none,
      ]);
      // Of two of one name the one that is sold.
      const offered = tools.entries.toSorted((one, other) => Number(one.retired) - Number(other.retired));
      const byName = new Map(offered.toReversed().map(({ _id, name }) => [name, `tool:${_id}`]));
      const choices = [
        ...[...byName].map(([said, means]) => ({ said, means })),
        ...people.entries.map(({ _id, name, email }) => ({ said: email, alias: name, means: `user:${_id}` })),
        ...orders.entries.map(({ _id }) => ({ said: orderNumber(_id), means: `booking:${_id}` })),
      ];
      return { choices, isPart: [tools, people, orders].some(({ next }) => next !== undefined) };
    },
    enabled: typed !== '' && !isEntity(typed),
    meta: { isForAdmins: true },
  });
}

/** People who are called what an admin types, or have that email, by their uids. */
export function peopleQuery(admin: string, typed: string) {
  return queryOptions({
    queryKey: ['private', admin, 'history-people', typed],
    queryFn: async ({ signal }): Promise<Found> => {
      const { entries, next } = await getPage<Person>(withQuery('/user', { q: typed, limit }), { signal });
      const choices = entries.map(({ _id, name, email }) => ({ said: email, alias: name, means: _id }));
      return { choices, isPart: next !== undefined };
    },
    enabled: typed !== '' && !isActor(typed),
    meta: { isForAdmins: true },
  });
}

/**
 * What is meant: what is said exactly so, or called so, or the only one that was found; undefined where it may be several, or none, or
 * where others that were not fetched may be called the same.
 */
export function meantBy(typed: string, found: Found, known: readonly Choice[] = []): string | undefined {
  const all = [...known, ...found.choices];
  const isThat = (name = '') => name.toLowerCase() === typed.toLowerCase();
  const called = found.isPart
    ? found.choices.filter(({ said }) => isThat(said))
    : all.filter(({ said, alias }) => isThat(said) || isThat(alias));
  const meant = new Set((called.length > 0 || found.isPart ? called : found.choices).map(({ means }) => means));
  return meant.size === 1 ? [...meant][0] : undefined;
}
