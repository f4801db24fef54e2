import { queryOptions } from '@tanstack/react-query';
import type { Booking } from '../../../../modules/booking/contract.ts';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { orderNumber } from '../../../../modules/kernel/order-number.ts';
import type { Person } from '../../../../modules/people/contract.ts';
import { get, withQuery } from '../../lib/api.ts';

/** What somebody may mean who types a name, and what the history calls it. */
export type Choice = {
  readonly said: string;
  /** Another name of it, which others may have, too. */
  readonly alias?: string;
  readonly means: string;
};

/** So many are offered while one types. */
const limit = 20;
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
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const [tools, people, orders] = await Promise.all([
        get<Tool[]>(withQuery('/products', { search: typed, limit }), { signal }),
        get<Person[]>(withQuery('/user', { q: typed, limit }), { signal }),
        beginsLikeOrder.test(typed) ? get<Booking[]>(withQuery('/booking', { q: typed, limit }), { signal }) : [],
      ]);
      // Of two of one name the one that is sold.
      const offered = tools.toSorted((one, other) => Number(one.retired) - Number(other.retired));
      const byName = new Map(offered.toReversed().map(({ _id, name }) => [name, `tool:${_id}`]));
      return [
        ...[...byName].map(([said, means]) => ({ said, means })),
        ...people.map(({ _id, name, email }) => ({ said: email, alias: name, means: `user:${_id}` })),
        ...orders.map(({ _id }) => ({ said: orderNumber(_id), means: `booking:${_id}` })),
      ];
    },
    enabled: typed !== '' && !isEntity(typed),
    meta: { isForAdmins: true },
  });
}

/** People who are called what an admin types, or have that email, by their uids. */
export function peopleQuery(admin: string, typed: string) {
  return queryOptions({
    queryKey: ['private', admin, 'history-people', typed],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const people = await get<Person[]>(withQuery('/user', { q: typed, limit }), { signal });
      return people.map(({ _id, name, email }) => ({ said: email, alias: name, means: _id }));
    },
    enabled: typed !== '' && !isActor(typed),
    meta: { isForAdmins: true },
  });
}

/** What is meant: what is called exactly that, or the only one that was found; undefined where it may be several, or none. */
export function meantBy(typed: string, found: readonly Choice[], known: readonly Choice[] = []): string | undefined {
  const isCalledThat = (name = '') => name.toLowerCase() === typed.toLowerCase();
  const called = [...known, ...found].filter(({ said, alias }) => isCalledThat(said) || isCalledThat(alias));
  const meant = new Set((called.length > 0 ? called : found).map(({ means }) => means));
  return meant.size === 1 ? [...meant][0] : undefined;
}
