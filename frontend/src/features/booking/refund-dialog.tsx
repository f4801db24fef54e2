import '../../components/dialog-styles.ts';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { configQuery } from '../../lib/config-query.ts';
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
    <Modal
      opened={isOpen}
      onClose={close}
      title="Refund this order"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isOpen && (
        <RefundForm key={booking._id} booking={booking} currency={config.currency} close={close} onRefund={onRefund} />
      )}
    </Modal>
  );
}
