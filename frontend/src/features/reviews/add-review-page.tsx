import '@mantine/core/styles/Radio.layer.css';
import { Radio, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type AddReview, addReviewBody } from '../../../../modules/reviews/contract.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { change, get } from '../../lib/api.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { showUnderFields } from '../../lib/show-under-fields.ts';
import { toast } from '../../lib/toast.ts';
import { useChange } from '../../lib/use-change.ts';

export function AddReviewPage() {
  const queryClient = useQueryClient();
  const [asked] = useSearchParams();
  const toolId = asked.get('tool') ?? undefined;
  const tool = useQuery({
    queryKey: ['reviewed-tool', toolId],
    queryFn: ({ signal }) => get<{ name: string }>(`/tool/${encodeURIComponent(toolId ?? '')}`, { signal }),
    enabled: toolId !== undefined,
  });
  const form = useForm<AddReview>({
    mode: 'uncontrolled',
    initialValues: { review: '', description: '', toolId },
    validate: schemaResolver(addReviewBody, { sync: true }),
  });
  const [stars, setStars] = useState<string | null>(null);
  const review = useChange({
    name: 'add review',
    call: (body: AddReview, key) => change('/reviews', { method: 'POST', body, key }),
    onSuccess: () => {
      void toast('Successfully Added A New Review');
      form.reset();
      setStars(null);
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
          {toolId !== undefined && (
            <Radio.Group
              label="Stars"
              description={tool.data ? `What you give ${tool.data.name}` : 'What you give the tool'}
              required
              value={stars}
              onChange={(value) => {
                form.setFieldValue('rating', Number(value));
                setStars(value);
              }}
              error={form.errors.rating}
            >
              {['1', '2', '3', '4', '5'].map((count) => (
                <Radio key={count} value={count} label={count === '1' ? '1 star' : `${count} stars`} mt="xs" />
              ))}
            </Radio.Group>
          )}
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
          <FormError error={review.error} fields={['review', 'description', 'rating']} />
          <BusyButton type="submit" isBusy={review.isPending}>
            Add the review
          </BusyButton>
        </form>
      </Panel>
    </>
  );
}
