import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { allBookingsQuery } from '../bookings-query.ts';
import { type OrdersPage, released } from '../orders-page.ts';
import type { OrdersWanted } from './orders-wanted.ts';

/** Shows what was held back: when somebody wants it, and once nobody reads the list any more. */
export function useReleased(email: string, wanted: OrdersWanted): () => void {
  const queryClient = useQueryClient();
  useEffect(() => {
    return () => {
      const all = { queryKey: allBookingsQuery(email).queryKey.slice(0, -1) };
      queryClient.setQueriesData<OrdersPage>(all, (page) => page && released(page));
    };
  }, [email, queryClient]);

  return () => {
    const { queryKey } = allBookingsQuery(email, wanted);
    queryClient.setQueryData(queryKey, (page) => page && released(page));
    void queryClient.invalidateQueries({ queryKey });
  };
}
