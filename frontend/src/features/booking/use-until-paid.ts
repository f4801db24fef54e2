import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lookingPauseMs } from '../../lib/live/looking-pause.ts';
import { bookingQuery } from './bookings-query.ts';

/** The order. Once its payment is confirmed, or may have happened, it is looked at ever more rarely until it shows as paid. */
export function useUntilPaid(email: string, id: string, isExpected: boolean) {
  const queryClient = useQueryClient();
  const booking = useQuery({
    ...bookingQuery(email, id),
    refetchInterval: ({ state }) =>
      isExpected && !state.data?.paid && lookingPauseMs(state.dataUpdateCount + state.errorUpdateCount),
  });
  const paid = booking.data?.paid ?? false;

  useEffect(() => {
    if (isExpected && paid) void queryClient.invalidateQueries({ queryKey: ['private', email, 'bookings'] });
  }, [isExpected, paid, email, queryClient]);

  return booking;
}
