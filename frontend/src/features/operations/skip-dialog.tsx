import '../../components/dialog-styles.ts';
import { Modal } from '@mantine/core';
import type { ParkedEvent } from '../../../../modules/operations/contract.ts';
import { SkipForm } from './skip-form.tsx';

type Props = {
  /** Undefined while none is to be skipped. */
  event: ParkedEvent | undefined;
  close: () => void;
  onSkip: () => void;
};

export function SkipDialog({ event, close, onSkip }: Props) {
  return (
    <Modal
      opened={event !== undefined}
      onClose={close}
      title="Skip this event"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {event && <SkipForm key={event.eventId} event={event} close={close} onSkip={onSkip} />}
    </Modal>
  );
}
