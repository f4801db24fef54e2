import { useQuery } from '@tanstack/react-query';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { FormError } from '../../components/forms/form-error.tsx';
import { nothingFetched } from '../../lib/queries/nothing-fetched.ts';
import { ReviewItem } from './review-item.tsx';
import classes from './tool-reviews.module.css';
import { hiddenReviewsQuery } from './tool-reviews-queries.ts';
import { useShowReview } from './use-review-decision.ts';

type Props = {
  /** Of everything when left out. */
  toolId?: string;
  email: string;
  onShown: () => void;
};

/** Reviews that are hidden, with why, for admins, who can show them again. */
export function HiddenReviews({ toolId, email, onShown }: Props) {
  const hidden = useQuery(hiddenReviewsQuery(email, toolId));
  const again = useShowReview(onShown);
  const { data: reviews = [] } = hidden;
  if (reviews.length === 0) return <FormError error={nothingFetched(hidden)} />;
  return (
    <details className={classes.hidden}>
      <summary>{reviews.length === 1 ? '1 hidden review' : `${reviews.length} hidden reviews`}</summary>
      {reviews.map((review) => (
        <ReviewItem key={review._id} review={review}>
          <p className={classes.reason}>
            Hidden: <bdi dir="auto">{review.hidden?.reason}</bdi>
          </p>
          <BusyButton
            variant="default"
            size="compact-md"
            aria-label={`Show the review “${review.review}” again`}
            isBusy={again.isPending && again.variables === review._id}
            onClick={() => again.mutate(review._id)}
          >
            Show again
          </BusyButton>
        </ReviewItem>
      ))}
    </details>
  );
}
