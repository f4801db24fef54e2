import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { isFirstAwaited } from '../refunds/failed-refunds-query.ts';
import { type Dispute, disputesByOrder, isAllLost, lossesOf } from './order-disputes.ts';
import { happenedQuery } from './order-happened-query.ts';

type Known = { readonly disputes: readonly Dispute[]; readonly isLost: boolean; readonly isAwaited: boolean };

/**
 * The disputes about an order that an admin must know of, and whether all of its money is lost. None while the first answer is awaited; after
 * that, whatever it was, none is awaited again, with each change of the order: what is typed below would be gone.
 */
export function useDisputes(email: string, booking: Booking): Known {
  const happened = useQuery(happenedQuery(email, booking));
  const isAnswered = useRef(false);
  isAnswered.current ||= !isFirstAwaited(happened);
  const entries = happened.data?.entries ?? [];
  return {
    disputes: disputesByOrder(entries).get(booking._id) ?? [],
    isLost: isAllLost(booking, lossesOf(entries).get(booking._id)),
    isAwaited: !isAnswered.current,
  };
}
