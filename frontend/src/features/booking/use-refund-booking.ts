import { useQueryClient } from '@tanstack/react-query';
import { change } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { useChange } from '../../lib/use-change.ts';

/** Fields as they were typed where they are no numbers: the server says so. */
type Wish = { amount?: number | string; reason: string; restock: number | string };
type Answer = { refundId: string; state: string };

/** Gives money of a paid order back. The same wish, sent again after a lost answer, is the same refund. */
export function useRefundBooking(id: string, onDone: () => void) {
  const queryClient = useQueryClient();
  return useChange({
    name: `refund ${id}`,
    // The reason may say something about the buyer: nothing of it is left in the browser.
    isSecret: true,
    call: (body: Wish, key) =>
      change<Answer>(`/booking/${encodeURIComponent(id)}/refund`, { method: 'POST', body, key }),
    onSuccess: () => {
      onDone();
      void toast('The refund is on its way');
      void queryClient.invalidateQueries({ queryKey: ['tools'] });
      return queryClient.invalidateQueries({ queryKey: ['private'] });
    },
  });
}
