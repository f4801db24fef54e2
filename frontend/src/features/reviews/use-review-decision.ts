import { useQueryClient } from '@tanstack/react-query';
import { change } from '../../lib/api/api.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { toast } from '../../lib/toast.ts';
import { lookAtReviews } from './tool-reviews-queries.ts';

const addressOf = (reviewId: string, what: 'hide' | 'show') => `/reviews/${encodeURIComponent(reviewId)}/${what}`;

/** Hides a review from everybody but its writer and admins. What is wrong is said where the reason is typed. */
export function useHideReview(onDone: () => void) {
  const queryClient = useQueryClient();
  return useChange({
    name: 'hide a review',
    isRepeatable: true,
    call: ({ reviewId, reason }: { reviewId: string; reason: string }, key) =>
      change(addressOf(reviewId, 'hide'), { method: 'POST', body: { reason }, key }),
    onSuccess: () => {
      void toast('The review is hidden');
      void lookAtReviews(queryClient);
      onDone();
    },
  });
}

/** Shows a hidden review to everybody again. */
export function useShowReview(onDone: () => void) {
  const queryClient = useQueryClient();
  return useChange({
    name: 'show a review',
    isRepeatable: true,
    call: (reviewId: string, key) => change(addressOf(reviewId, 'show'), { method: 'POST', key }),
    onSuccess: () => {
      void toast('The review is shown again');
      void lookAtReviews(queryClient);
      onDone();
    },
    onError: (error) => void toast(error.message, 'error'),
  });
}
