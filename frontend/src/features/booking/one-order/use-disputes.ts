import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { isFirstAwaited } from '../refunds/failed-refunds-query.ts';
import { type Dispute, disputesOf } from './order-disputes.ts';
import { happenedQuery } from './order-happened-query.ts';

type Known = { readonly disputes: readonly Dispute[]; readonly isAwaited: boolean };

/**
 * The disputes about an order that an admin must know of. None while the first answer is awaited; after
 * that, whatever it was, none is awaited again, with each change of the order: what is typed below would be gone.
 */
export function useDisputes(email: string, booking: Booking): Known {
  const happened = useQuery(happenedQuery(email, booking));
  const isAnswered = useRef(false);
  isAnswered.current ||= !isFirstAwaited(happened);
  return { disputes: disputesOf(booking._id, happened.data?.entries ?? []), isAwaited: !isAnswered.current };
}
