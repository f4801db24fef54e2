import type { ParkedEvent } from '../../../../modules/operations/contract.ts';
import { ReasonForm } from '../../components/forms/reason-form.tsx';
import { useSkipParked } from './use-parked-decision.ts';

type Props = { event: ParkedEvent; tellUnsaved: (isUnsaved: boolean) => void; close: () => void; onSkip: () => void };

/** Asks why: it cannot be taken back. */
export function SkipForm({ event: { eventId, type, readers }, tellUnsaved, close, onSkip }: Props) {
  const skip = useSkipParked(() => {
    close();
    onSkip();
  });
  return (
    <ReasonForm
      about={`skipping ${eventId}`}
      description="Stays in the history with your name; write nothing personal"
      doIt="Skip for good"
      leaveIt="Keep it"
      isFinal
      tellUnsaved={tellUnsaved}
      close={close}
      attempt={skip}
      send={(reason, told) => skip.mutate({ eventId, reason }, told)}
    >
      {readers.map(({ reader }) => reader).join(', ')} will pass over {type} for good. This cannot be taken back.
    </ReasonForm>
  );
}
