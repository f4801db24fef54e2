import { useQueryClient } from '@tanstack/react-query';
import { change } from '../../lib/api.ts';
import { passingKeys } from '../../lib/intent-keys.ts';
import { toast } from '../../lib/toast.ts';
import { useChange } from '../../lib/use-change.ts';

/** Fields as they were typed where they are no numbers: the server says so. */
type Wish = { amount?: number | string; reason: string; restock: number | string; shipped: boolean };
type Answer = { refundId: string; state: string };

/**
 * The reason may say something about the buyer: nothing of it is written down in the browser. Its keys are of the tab, since
 * the dialog may be closed after a lost answer, and opened for the same refund.
 */
const keys = passingKeys();

const nameOf = (id: string) => `refund ${id}`;

/** What was last asked for of this order and got no answer: it may be on its way. */
export function unansweredRefund(id: string): Wish | undefined {
  return keys.pending(nameOf(id))[0]?.wish as Wish | undefined;
}

/** Gives money of a paid order back. The same wish, sent again after a lost answer, is the same refund. */
export function useRefundBooking(id: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const look = () => {
    void queryClient.invalidateQueries({ queryKey: ['tools'] });
    return queryClient.invalidateQueries({ queryKey: ['private'] });
  };
  return useChange({
    name: nameOf(id),
    keys,
    call: (body: Wish, key) =>
      change<Answer>(`/booking/${encodeURIComponent(id)}/refund`, { method: 'POST', body, key }),
    onSuccess: () => {
      onDone();
      void toast('The refund is on its way');
      return look();
    },
    // An answer that was lost may have been a yes, and another admin may have been faster: the list tells.
    onError: look,
  });
}
