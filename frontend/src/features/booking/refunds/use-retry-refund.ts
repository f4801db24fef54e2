import { useQueryClient } from '@tanstack/react-query';
import type { FailedRefund } from '../../../../../modules/payments/contract.ts';
import { change } from '../../../lib/api/api.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { toast } from '../../../lib/toast.ts';

/** Which refund, and since when it has failed: one that fails anew is another wish. */
type Wish = Pick<FailedRefund, '_id' | 'at'>;

type Answer = { refundId: string; state: string };

/** Asks the provider anew for a refund that failed. */
export function useRetryRefund(onDone: () => void) {
  const queryClient = useQueryClient();
  const look = () => queryClient.invalidateQueries({ queryKey: ['private'] });
  return useChange({
    name: 'retry refund',
    call: ({ _id }: Wish, key) => change<Answer>(`/refunds/${encodeURIComponent(_id)}/retry`, { method: 'POST', key }),
    onSuccess: () => {
      onDone();
      void toast('The refund is on its way');
      return look();
    },
    // An answer that was lost may have been a yes, and another admin may have been faster: the list tells.
    onError: async (error) => {
      await look();
      void toast(error.message, 'error');
    },
  });
}
