import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bookingsQuery } from './bookings-query.ts';
import { goneOf } from './shown-booking.ts';

/** Orders that went away before one's eyes are marked as long as one looks; whoever comes back finds what there is. */
export function useForgetGone(email: string): void {
  const queryClient = useQueryClient();
  useEffect(
    () => () => {
      queryClient.setQueryData(bookingsQuery(email).queryKey, (bookings) => bookings?.filter((one) => !goneOf(one)));
    },
    [email, queryClient],
  );
}
