import type { ParkedEvent } from '../../../../modules/operations/contract.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { SkipForm } from './skip-form.tsx';

type Props = {
  /** Undefined while none is to be skipped. */
  event: ParkedEvent | undefined;
  close: () => void;
  onSkip: () => void;
};

export function SkipDialog({ event, close, onSkip }: Props) {
  return (
    <FormDialog title="Skip this event" isOpen={event !== undefined} close={close}>
      {(tellUnsaved) =>
        event && <SkipForm key={event.eventId} event={event} tellUnsaved={tellUnsaved} close={close} onSkip={onSkip} />
      }
    </FormDialog>
  );
}
