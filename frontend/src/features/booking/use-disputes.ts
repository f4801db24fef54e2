import { useQuery } from '@tanstack/react-query';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { type Dispute, disputesOf } from './order-disputes.ts';
import { happenedQuery } from './order-happened-query.ts';

/** The disputes about an order that an admin must know of: those that are won are over. */
export function useDisputes(email: string, booking: Booking): readonly Dispute[] {
  const happened = useQuery(happenedQuery(email, booking));
  return disputesOf(booking._id, happened.data?.entries ?? []).filter(({ state }) => state !== 'won');
}
