import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bookingQuery } from './bookings-query.ts';

const firstLookMs = 400;
const longestPauseMs = 10_000;

/** The order. Once its payment is confirmed it is looked at ever more rarely until it shows as paid. */
export function useUntilPaid(email: string, id: string, isConfirmed: boolean) {
  const queryClient = useQueryClient();
  const booking = useQuery({
    ...bookingQuery(email, id),
    refetchInterval: ({ state }) =>
      isConfirmed && !state.data?.paid && Math.min(firstLookMs * 2 ** state.dataUpdateCount, longestPauseMs),
  });
  const paid = booking.data?.paid ?? false;

  useEffect(() => {
    if (isConfirmed && paid) void queryClient.invalidateQueries({ queryKey: ['private', email, 'bookings'] });
  }, [isConfirmed, paid, email, queryClient]);

  return booking;
}
