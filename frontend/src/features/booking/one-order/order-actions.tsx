import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';
import { UnsavedDialog } from '../../../components/dialogs/unsaved-dialog.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { SectionPanel } from '../../../components/layout/section-panel.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { useKeptFocus } from '../../../lib/focus/use-kept-focus.ts';
import { resetSent } from '../../../lib/forms/reset-sent.ts';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import { useTypedAgain } from '../../../lib/forms/typed-before.ts';
import { useTelling } from '../../../lib/forms/use-telling.ts';
import { useUnsaved } from '../../../lib/navigation/use-unsaved.ts';
import { hasLeft, isAllBack, piecesOut } from '../refunds/pieces-out.ts';
import classes from './order-page.module.css';
import { ShipForm } from './ship-form.tsx';
import { useDisputes } from './use-disputes.ts';
import { useOrderStep } from './use-order-step.ts';

/** As high as its steps are: what is below them stays where it is. */
const room: Record<Booking['fulfilment'], { rows: number; height: number }> = {
  none: { rows: 4, height: 73 },
  packed: { rows: 3, height: 80 },
  shipped: { rows: 4, height: 73 },
  delivered: { rows: 1, height: 92 },
};

/** What an admin can do about an order, as it stands. */
export function OrderActions({ email, booking, onRefund }: { email: string; booking: Booking; onRefund: () => void }) {
  const [isParcelUnsaved, setParcelUnsaved] = useState(false);
  const [isNoteUnsaved, setNoteUnsaved] = useState(false);
  const { asking } = useUnsaved(isParcelUnsaved || isNoteUnsaved);
  const { _id, status, price, fulfilment } = booking;
  const isPaid = status === 'paid';
  const { isLost, isAwaited } = useDisputes(email, booking);
  // Without this, steps would be offered for a moment that the shop refuses; and all of them have the one room that is held.
  const isHeld = isPaid && isAwaited;
  const isKnown = isPaid && !isAwaited;
  const isOwed = isKnown && !isAllBack(booking) && !isLost;
  const canRefund = isKnown && price > 0 && !isLost;
  const stands = isHeld ? undefined : fulfilment;
  const hasParcel = (isOwed && stands !== 'delivered') || stands === 'shipped';
  const place = useKeptFocus<HTMLDivElement>(canRefund || hasParcel);
  // The button is gone once its step is done, and the focus would fall to the body with it.
  const keepFocus = () => {
    if (document.activeElement === document.body) place.current?.focus();
  };
  return (
    <>
      <SectionPanel title="On its way">
        <div ref={place} tabIndex={-1} className={classes.steps}>
          {isHeld && <LoadingRows label="Loading what can be done" {...room[fulfilment]} />}
          {isKnown && <LeftToSend booking={booking} isLost={isLost} />}
          {!isPaid && fulfilment === 'none' && <p>Nothing is sent of an order that is {status}.</p>}
          {isOwed && fulfilment === 'none' && <Step id={_id} what="pack" label="Mark as packed" onDone={keepFocus} />}
          {stands === 'shipped' && <Step id={_id} what="deliver" label="Mark as delivered" onDone={keepFocus} />}
          {hasParcel && <ShipForm booking={booking} tellUnsaved={setParcelUnsaved} />}
          {stands === 'delivered' && <p>It has arrived.</p>}
          {canRefund && (
            <Button variant="default" onClick={onRefund}>
              Refund
            </Button>
          )}
        </div>
      </SectionPanel>
      <NoteForm id={_id} tellUnsaved={setNoteUnsaved} />
      <UnsavedDialog asking={asking} />
    </>
  );
}

/** How much of it is to be sent, where that is not all that was ordered. */
function LeftToSend({ booking, isLost }: { booking: Booking; isLost: boolean }) {
  const { quantity, restocked = 0 } = booking;
  if (hasLeft(booking)) return null;
  if (isLost) return <p>Nothing is sent: all of its money went back.</p>;
  if (restocked === 0) return null;
  if (isAllBack(booking)) return <p>Nothing is left to send: all of its pieces went back to the shelf.</p>;
  return (
    <p>
      Send {inDigits(piecesOut(booking))} of {inDigits(quantity)} pieces: {inDigits(restocked)} went back to the shelf.
    </p>
  );
}

type StepProps = { id: string; what: 'pack' | 'deliver'; label: string; onDone: () => void };

function Step({ id, what, label, onDone }: StepProps) {
  const step = useOrderStep(id, onDone);
  return (
    <div className={classes.form}>
      <BusyButton isBusy={step.isPending} onClick={() => step.mutate({ what })}>
        {label}
      </BusyButton>
      <FormError error={step.error} />
    </div>
  );
}

function NoteForm({ id, tellUnsaved }: { id: string; tellUnsaved: (isUnsaved: boolean) => void }) {
  const step = useOrderStep(id);
  const form = useForm({ initialValues: { note: '' } });
  useTypedAgain(`note on ${id}`, form);
  useTelling(form.values.note.trim() !== '', tellUnsaved);
  const send = (body: { note: string }) =>
    step.mutate(
      { what: 'note', body },
      { onSuccess: () => resetSent(form, body), onError: (error) => showUnderFields(form, error) },
    );
  return (
    <SectionPanel title="Note">
      <form noValidate className={classes.form} onSubmit={form.onSubmit(send)}>
        <Textarea
          label="A note for admins"
          description="The buyer does not see it"
          rows={2}
          {...form.getInputProps('note')}
        />
        <FormError error={step.error} fields={['note']} />
        <BusyButton type="submit" variant="default" isBusy={step.isPending}>
          Add the note
        </BusyButton>
      </form>
    </SectionPanel>
  );
}
