import '@mantine/core/styles/Group.layer.css';
import { Button, Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import type { ParkedEvent } from '../../../../modules/operations/contract.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { showUnderFields } from '../../lib/show-under-fields.ts';
import classes from './status.module.css';
import { useSkipParked } from './use-parked-decision.ts';

type Props = { event: ParkedEvent; close: () => void; onSkip: () => void };

/** Asks why: it cannot be taken back. What the server refuses is shown under the field. */
export function SkipForm({ event: { eventId, type, readers }, close, onSkip }: Props) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { reason: '' } });
  const skip = useSkipParked(() => {
    close();
    onSkip();
  });
  // Two presses may come before the page has been drawn anew.
  const isSending = useRef(false);
  const send = ({ reason }: { reason: string }) => {
    if (isSending.current) return;
    isSending.current = true;
    skip.mutate(
      { eventId, reason },
      {
        onError: (error) => showUnderFields(form, error),
        onSettled: () => {
          isSending.current = false;
        },
      },
    );
  };
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(send)}>
      <p>
        {readers.map(({ reader }) => reader).join(', ')} will pass over {type} for good. This cannot be taken back.
      </p>
      <Textarea
        label="Reason"
        description="Stays in the history with your name; write nothing personal"
        rows={2}
        required
        data-autofocus
        key={form.key('reason')}
        {...form.getInputProps('reason')}
      />
      <FormError error={skip.error} fields={['reason']} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Keep it
        </Button>
        <BusyButton type="submit" isBusy={skip.isPending}>
          Skip for good
        </BusyButton>
      </Group>
    </form>
  );
}
