import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { SectionPanel } from '../../components/section-panel.tsx';
import { showUnderFields } from '../../lib/show-under-fields.ts';
import classes from './order-page.module.css';
import { ShipForm } from './ship-form.tsx';
import { useOrderStep } from './use-order-step.ts';

/** What an admin can do about an order, as it stands. */
export function OrderActions({ booking, onRefund }: { booking: Booking; onRefund: () => void }) {
  const { _id, status, price, fulfilment } = booking;
  const isOwed = status === 'paid';
  return (
    <>
      <SectionPanel title="On its way">
        <div className={classes.steps}>
          {!isOwed && fulfilment === 'none' && <p>Nothing is sent of an order that is {status}.</p>}
          {isOwed && fulfilment === 'none' && <Step id={_id} what="pack" label="Mark as packed" />}
          {fulfilment === 'shipped' && <Step id={_id} what="deliver" label="Mark as delivered" />}
          {((isOwed && fulfilment !== 'delivered') || fulfilment === 'shipped') && <ShipForm booking={booking} />}
          {fulfilment === 'delivered' && <p>It has arrived.</p>}
          {status === 'paid' && price > 0 && (
            <Button variant="default" onClick={onRefund}>
              Refund
            </Button>
          )}
        </div>
      </SectionPanel>
      <NoteForm id={_id} />
    </>
  );
}

function Step({ id, what, label }: { id: string; what: 'pack' | 'deliver'; label: string }) {
  const step = useOrderStep(id);
  return (
    <div className={classes.form}>
      <BusyButton isBusy={step.isPending} onClick={() => step.mutate({ what })}>
        {label}
      </BusyButton>
      <FormError error={step.error} />
    </div>
  );
}

function NoteForm({ id }: { id: string }) {
  const step = useOrderStep(id);
  const form = useForm({ mode: 'uncontrolled', initialValues: { note: '' } });
  const send = (body: { note: string }) =>
    step.mutate(
      { what: 'note', body },
      { onSuccess: () => form.reset(), onError: (error) => showUnderFields(form, error) },
    );
  return (
    <SectionPanel title="Note">
      <form noValidate className={classes.form} onSubmit={form.onSubmit(send)}>
        <Textarea
          label="A note for admins"
          description="The buyer does not see it"
          rows={2}
          key={form.key('note')}
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
