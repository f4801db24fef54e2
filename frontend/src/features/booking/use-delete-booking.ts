import { useQueryClient } from '@tanstack/react-query';
import { change } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { useChange } from '../../lib/use-change.ts';

type Answer = { acknowledged: boolean; deletedCount: number };

/** Takes back one unpaid order. */
export function useDeleteBooking(onDone: (id: string) => void) {
  const queryClient = useQueryClient();
  const look = (id: string) => {
    onDone(id);
    void queryClient.invalidateQueries({ queryKey: ['private'] });
    void queryClient.invalidateQueries({ queryKey: ['tools'] });
  };
  return useChange({
    name: 'delete booking',
    call: (id: string, key) => change<Answer>(`/booking/${encodeURIComponent(id)}`, { method: 'DELETE', key }),
    onSuccess: (_, id) => {
      look(id);
      void toast('Deleted');
    },
    onError: (error, id) => {
      look(id);
      void toast(error.message, 'failure');
    },
  });
}
