import { type Query, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HistoryEntry } from '../../../../../modules/audit/contract.ts';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { getPage, withQuery } from '../../../lib/api/api.ts';
import { askEveryMs, askWhileBehind } from '../../../lib/live/ask-while-behind.ts';
import { gathered } from '../../../lib/live/gathered.ts';
import { onTold } from '../../../lib/live/told.ts';
import { showsOneOf } from '../newest-bookings.ts';
import { newestOf, useHistoryGrew } from './use-history-grew.ts';

/** How much is shown of each; all of it is in the history. */
const shown = 50;
/** Of how many of its payments, the newest, it is asked what the provider said. */
const mostPayments = 5;

type Happened = { readonly entries: readonly HistoryEntry[]; readonly asOf: bigint };

/**
 * Whether what happened to a payment is of interest to one of its orders: not what is about another order that was paid
 * together with it, nor a message of the provider's that changed nothing.
 */
function concerns(id: string, { type, event }: HistoryEntry): boolean {
  const { bookingId = id } = event?.data ?? {};
  return bookingId === id && type !== 'PaymentMessageHeard';
}

/** What happened to the order and its payments, newest first. Asked for anew whenever the order is another. */
export function happenedQuery(email: string, booking: Booking) {
  return queryOptions({
    queryKey: ['private', email, 'order-happened', booking._id, booking],
    queryFn: async ({ signal }): Promise<Happened> => {
      const of = (entity: string) => getPage<HistoryEntry>(withQuery('/history', { entity, limit: shown }), { signal });
      const own = await of(`booking:${booking._id}`);
      const paymentIds = own.entries.flatMap(({ event }) => {
        const paymentId = event?.data.paymentId;
        return typeof paymentId === 'string' ? [paymentId] : [];
      });
      const payments = [...new Set(paymentIds)].slice(0, mostPayments);
      const pages = await Promise.all(payments.map((id) => of(`payment:${id}`)));
      const ofPayments = pages.flatMap((page) => page.entries).filter((entry) => concerns(booking._id, entry));
      const entries = [...own.entries, ...ofPayments].sort((one, other) =>
        Number(BigInt(other.position) - BigInt(one.position)),
      );
      return { entries, asOf: own.asOf };
    },
    placeholderData: (before) => before,
    staleTime: 0,
    meta: { isForAdmins: true, live: 'asked' },
  });
}

/** Whether something happened to an order after what is known of it. */
const isBehind =
  (id: string, position: bigint) =>
  ({ queryKey, state }: Query): boolean =>
    queryKey[0] === 'private' &&
    queryKey[2] === 'order-happened' &&
    queryKey[3] === id &&
    ((state.data as Happened | undefined)?.asOf ?? -1n) < position;

/** Has an order and what happened to it asked for anew as notices tell of it: by whoever did it, in whichever window. */
export function useHappenedLive(id: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const told = gathered<bigint>(
      askEveryMs,
      (positions) => void askWhileBehind(client, isBehind(id, newestOf(positions))),
    );
    return onTold((_, { bookingId, position }) => {
      if (bookingId === id) told(BigInt(position));
    });
  }, [client, id]);
  useHistoryGrew((position) => {
    void client.invalidateQueries({ predicate: isBehind(id, position) });
    void client.invalidateQueries({ predicate: showsOneOf(new Set([id])) });
  });
}
