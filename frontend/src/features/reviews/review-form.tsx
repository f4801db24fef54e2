import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Radio, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import {
  type AddReview,
  addReviewBody,
  fewestStars,
  longestReview,
  mostStars,
} from '../../../../modules/reviews/contract.ts';
import { UnsavedDialog } from '../../components/dialogs/unsaved-dialog.tsx';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { FormError } from '../../components/forms/form-error.tsx';
import { change } from '../../lib/api/api.ts';
import { focusFirstError } from '../../lib/focus/focus-first-error.ts';
import { resetSent } from '../../lib/forms/reset-sent.ts';
import { showUnderFields } from '../../lib/forms/show-under-fields.ts';
import { useTypedAgain } from '../../lib/forms/typed-before.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { useUnsaved } from '../../lib/navigation/use-unsaved.ts';
import { toast } from '../../lib/toast.ts';
import classes from './add-review-page.module.css';
import { starsInWords } from './stars.tsx';
import { lookAtReviews } from './tool-reviews-queries.ts';

type Props = {
  /** The shop as a whole when undefined. */
  toolId: string | undefined;
  toolName: string;
  /** Whether who writes has an order of it that is paid. */
  isBought: boolean;
};

type Typed = { review: string; description: string; rating: string };

const given = Array.from({ length: mostStars - fewestStars + 1 }, (_, place) => place + fewestStars);
const checked = schemaResolver(addReviewBody, { sync: true });

const empty: Typed = { review: '', description: '', rating: '' };

/** What was typed stays while another tool is chosen, when it is refused, and when the session ends under it. */
export function ReviewForm({ toolId, toolName, isBought }: Props) {
  const queryClient = useQueryClient();
  const wishOf = ({ rating, ...said }: Typed): AddReview =>
    toolId === undefined ? said : { ...said, toolId, ...(rating && { rating: Number(rating) }) };
  const form = useForm<Typed>({
    mode: 'controlled',
    initialValues: empty,
    validate: (typed) => checked(wishOf(typed)),
  });
  useTypedAgain('review', form);
  const { asking } = useUnsaved(Object.values(form.values).some((text) => text.trim() !== ''));
  const review = useChange({
    name: 'add review',
    call: (body: AddReview, key) => change('/reviews', { method: 'POST', body, key }),
    onSuccess: () => {
      void toast('Successfully Added A New Review');
      void lookAtReviews(queryClient);
      if (toolId) void queryClient.invalidateQueries({ queryKey: ['tool', toolId] });
    },
    onError: (error) => showUnderFields(form, error),
  });

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (typed) => review.mutate(wishOf(typed), { onSuccess: () => resetSent(form, typed) }),
        (errors) => focusFirstError(form, errors),
      )}
    >
      {toolId !== undefined && (
        <Radio.Group
          label="Stars"
          description={
            isBought
              ? `What you give ${toolName}. You bought it here, so they count in its rating`
              : `What you give ${toolName}. They count in its rating once you have bought it here`
          }
          required
          size="md"
          {...form.getInputProps('rating')}
          // The focus is for one of them to take, and not for the group.
          data-path={undefined}
        >
          <div className={classes.stars}>
            {given.map((count) => (
              <Radio
                key={count}
                value={`${count}`}
                label={starsInWords(count)}
                // Where one is taken when none is chosen.
                {...(count === fewestStars && { 'data-path': 'rating' })}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      <TextInput
        label="Review"
        description={`In a few words, up to ${longestReview} characters`}
        required
        {...form.getInputProps('review')}
      />
      <Textarea label="Description" rows={6} required {...form.getInputProps('description')} />
      <FormError error={review.error} fields={['review', 'description', 'rating']} />
      <BusyButton type="submit" isBusy={review.isPending}>
        Add the review
      </BusyButton>
      <UnsavedDialog asking={asking} />
    </form>
  );
}
