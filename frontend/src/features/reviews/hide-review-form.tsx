import '@mantine/core/styles/Group.layer.css';
import { Button, Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import type { Review } from '../../../../modules/reviews/contract.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { showUnderFields } from '../../lib/show-under-fields.ts';
import classes from './tool-reviews.module.css';
import { useHideReview } from './use-review-decision.ts';

type Props = { review: Review; close: () => void; onHidden: () => void };

/** Asks why. What the server refuses is shown under the field. */
export function HideReviewForm({ review: { _id: reviewId, review, name, bought }, close, onHidden }: Props) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { reason: '' } });
  const hide = useHideReview(() => {
    close();
    onHidden();
  });
  // Two presses may come before the page has been drawn anew.
  const isSending = useRef(false);
  const send = ({ reason }: { reason: string }) => {
    if (isSending.current) return;
    isSending.current = true;
    hide.mutate(
      { reviewId, reason },
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
        “<bdi dir="auto">{review}</bdi>” by <bdi dir="auto">{name}</bdi> will be shown to nobody but its writer and
        admins
        {bought && ', and its stars no longer count'}. You can show it again.
      </p>
      <Textarea
        label="Reason"
        description="Whoever wrote it reads this"
        rows={2}
        required
        data-autofocus
        key={form.key('reason')}
        {...form.getInputProps('reason')}
      />
      <FormError error={hide.error} fields={['reason']} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Leave it
        </Button>
        <BusyButton type="submit" isBusy={hide.isPending}>
          Hide the review
        </BusyButton>
      </Group>
    </form>
  );
}
