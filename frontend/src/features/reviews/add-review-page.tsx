import { Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type AddReview, addReviewBody } from '../../../../modules/reviews/contract.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { change } from '../../lib/api.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { showUnderFields } from '../../lib/show-under-fields.ts';
import { toast } from '../../lib/toast.ts';
import { useChange } from '../../lib/use-change.ts';

export function AddReviewPage() {
  const queryClient = useQueryClient();
  const form = useForm<AddReview>({
    mode: 'uncontrolled',
    initialValues: { review: '', description: '' },
    validate: schemaResolver(addReviewBody, { sync: true }),
  });
  const review = useChange({
    name: 'add review',
    call: (body: AddReview, key) => change('/reviews', { method: 'POST', body, key }),
    onSuccess: () => {
      void toast('Successfully Added A New Review');
      form.reset();
      void queryClient.invalidateQueries({ queryKey: ['reviews'] });
    },
    onError: (error) => showUnderFields(form, error),
  });

  return (
    <>
      <PageHead title="Add a Review">It is shown on the home page, with your name.</PageHead>
      <Panel>
        <form
          noValidate
          onSubmit={form.onSubmit(
            (values) => review.mutate(values),
            (errors) => focusFirstError(form, errors),
          )}
        >
          <TextInput
            label="Review"
            description="In a few words, up to 120 characters"
            required
            key={form.key('review')}
            {...form.getInputProps('review')}
          />
          <Textarea
            label="Description"
            rows={6}
            required
            key={form.key('description')}
            {...form.getInputProps('description')}
          />
          <FormError error={review.error} fields={['review', 'description']} />
          <BusyButton type="submit" isBusy={review.isPending}>
            Add the review
          </BusyButton>
        </form>
      </Panel>
    </>
  );
}
