import { useQueryClient } from '@tanstack/react-query';
import type { SettleRefundBody } from '../../../../../modules/payments/contract.ts';
import { change } from '../../../lib/api/api.ts';
import { passingKeys } from '../../../lib/idempotency/intent-keys.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { toast } from '../../../lib/toast.ts';

/** As it was chosen: the server says that nothing was. */
type Wish = Omit<SettleRefundBody, 'how'> & { how: string };

/** As for a refund: what is said may be about the buyer, and is not written down in the browser. */
const keys = passingKeys();

/** Says what became of a refund that failed, and is not tried again. */
export function useSettleRefund(id: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const look = () => queryClient.invalidateQueries({ queryKey: ['private'] });
  return useChange({
    name: `settle refund ${id}`,
    keys,
    call: (body: Wish, key) => change(`/refunds/${encodeURIComponent(id)}/settle`, { method: 'POST', body, key }),
    // What it was pressed in has gone from the page once the dialog closes, and so gets no focus back.
    onSuccess: async () => {
      void toast('The refund is settled');
      await look();
      onDone();
    },
    // An answer that was lost may have been a yes, and another admin may have been faster: the list tells.
    onError: look,
  });
}
