import { useQueryClient } from '@tanstack/react-query';
import { change } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { passingKeys } from '../../../lib/idempotency/intent-keys.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { NotConfirmed } from '../../../lib/session/confirm-again.ts';
import { toast } from '../../../lib/toast.ts';

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

/** Nobody has looked at it, since it was not said, or not believed, who asks. What was sent before may be on its way all the same. */
const isTurnedAway = (error: unknown) =>
  error instanceof NotConfirmed || (error instanceof ApiError && error.status === 401);

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
    call: async (body: Wish, key, isAgain) => {
      try {
        return await change<Answer>(`/booking/${encodeURIComponent(id)}/refund`, { method: 'POST', body, key });
      } catch (error) {
        if (!isAgain && isTurnedAway(error)) keys.settle(key);
        throw error;
      }
    },
    onSuccess: () => {
      onDone();
      void toast('The refund is on its way');
      return look();
    },
    // An answer that was lost may have been a yes, and another admin may have been faster: the list tells.
    onError: look,
  });
}
