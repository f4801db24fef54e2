import { useQueryClient } from '@tanstack/react-query';
import { change } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { useChange } from '../../lib/use-change.ts';

type Answer = { acknowledged: boolean; deletedCount: number };

/** Takes back one unpaid order. */
export function useDeleteBooking(onDone: () => void) {
  const queryClient = useQueryClient();
  const look = () => {
    onDone();
    void queryClient.invalidateQueries({ queryKey: ['private'] });
    void queryClient.invalidateQueries({ queryKey: ['tools'] });
  };
  return useChange({
    call: (id: string, key) => change<Answer>(`/booking/${encodeURIComponent(id)}`, { method: 'DELETE', key }),
    onSuccess: () => {
      look();
      void toast('Deleted');
    },
    onError: (error) => {
      look();
      void toast(error.message, 'failure');
    },
  });
}
