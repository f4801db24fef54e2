import type { FailedRefund } from '../../../../../modules/payments/contract.ts';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { SettleRefundForm } from './settle-refund-form.tsx';

type Props = {
  /** Undefined while none is seen to. */
  refund: FailedRefund | undefined;
  close: () => void;
  onSettled: () => void;
};

export function SettleRefundDialog({ refund, close, onSettled }: Props) {
  return (
    <FormDialog title="Settle this refund" isOpen={refund !== undefined} close={close}>
      {(tellUnsaved) => refund && <SettleRefundForm key={refund._id} {...{ refund, tellUnsaved, close, onSettled }} />}
    </FormDialog>
  );
}
