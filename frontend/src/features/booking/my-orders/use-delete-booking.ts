import { useQueryClient } from '@tanstack/react-query';
import { change } from '../../../lib/api/api.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { toast } from '../../../lib/toast.ts';
import { bookingsQuery } from '../bookings-query.ts';
import { leave, takeBack } from '../taken-back.ts';

type Answer = { acknowledged: boolean; deletedCount: number };

/**
 * Takes back one unpaid order.
 * @param onEnd told what became of it, once that is known: a deletion whose answer was lost is pending until then
 */
export function useDeleteBooking(email: string, onEnd: (id: string, isGone: boolean) => void) {
  const queryClient = useQueryClient();
  const look = () => {
    void queryClient.invalidateQueries({ queryKey: ['tools'] });
    return queryClient.invalidateQueries({ queryKey: ['private'] });
  };
  return useChange({
    name: 'delete booking',
    call: (id: string, key) => {
      takeBack(id);
      return change<Answer>(`/booking/${encodeURIComponent(id)}`, { method: 'DELETE', key });
    },
    onSuccess: (_, id) => {
      onEnd(id, true);
      void look();
      void toast('Deleted');
    },
    // An answer that was lost may have been a yes, and another tab may have been faster: the list tells.
    onError: async (error, id) => {
      await look();
      const listed = queryClient.getQueryData(bookingsQuery(email).queryKey);
      const isGone = listed !== undefined && !listed.some(({ _id }) => _id === id);
      onEnd(id, isGone);
      if (!isGone) leave(id);
      void (isGone ? toast('Deleted') : toast(error.message, 'error'));
    },
  });
}
