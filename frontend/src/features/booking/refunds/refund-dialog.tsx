import { useQuery } from '@tanstack/react-query';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { configQuery } from '../../../lib/queries/config-query.ts';
import { RefundForm } from './refund-form.tsx';

type Props = {
  /** Undefined while nothing is to be given back. */
  booking: Booking | undefined;
  close: () => void;
  onRefund: (booking: Booking) => void;
};

export function RefundDialog({ booking, close, onRefund }: Props) {
  const { data: config } = useQuery(configQuery);
  const isOpen = booking !== undefined && config !== undefined;
  return (
    <FormDialog title="Refund this order" isOpen={isOpen} close={close}>
      {(tellUnsaved) =>
        isOpen && (
          <RefundForm
            key={booking._id}
            booking={booking}
            currency={config.currency}
            tellUnsaved={tellUnsaved}
            close={close}
            onRefund={onRefund}
          />
        )
      }
    </FormDialog>
  );
}
