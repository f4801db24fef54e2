import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { gathered } from '../../../lib/live/gathered.ts';
import { onTold } from '../../../lib/live/told.ts';
import type { OrdersPage } from '../orders-page.ts';

/** Such lists cost the shop more to answer than others: so often at most, in ms. */
const lookEveryMs = 3_000;

/** Any order may be what somebody looks for, or be so no more, by anything that becomes of it: it is asked for anew. */
export function useLookedForLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    const look = gathered<string>(lookEveryMs, () => void client.invalidateQueries({ predicate: isNarrowedPage }));
    return onTold((_, { bookingId }) => bookingId !== undefined && look(bookingId));
  }, [client]);
}

function isNarrowedPage({ queryKey, state }: Query): boolean {
  if (queryKey[0] !== 'private' || queryKey[2] !== 'all-bookings') return false;
  return (state.data as OrdersPage | undefined)?.isNarrowed === true;
}
