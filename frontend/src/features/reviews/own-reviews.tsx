import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../components/states/failed.tsx';
import { nothingFetched } from '../../lib/queries/nothing-fetched.ts';
import classes from './add-review-page.module.css';
import { ReviewItem } from './review-item.tsx';
import { ReviewOf } from './review-of.tsx';
import { mostOwnReviews, ownReviewsQuery } from './tool-reviews-queries.ts';

/** What one has written so far; also what an admin has hidden, with why. Nothing where there is nothing. */
export function OwnReviews({ email }: { email: string }) {
  const own = useQuery(ownReviewsQuery(email));
  const { data: reviews = [] } = own;
  if (reviews.length === 0) {
    return (
      <Failed title="Your reviews could not be fetched" error={nothingFetched(own)} retry={() => void own.refetch()} />
    );
  }
  return (
    <section aria-labelledby="own-reviews-title" className={classes.own}>
      <Title order={2} size="h3" id="own-reviews-title">
        {reviews.length < mostOwnReviews ? 'Your reviews' : `Your newest ${mostOwnReviews} reviews`}
      </Title>
      {reviews.map((review) => (
        <ReviewItem key={review._id} review={review}>
          <ReviewOf review={review} />
          {review.hidden && (
            <p className={classes.reason}>
              <strong>Hidden by an admin</strong>: <bdi dir="auto">{review.hidden.reason}</bdi>
            </p>
          )}
        </ReviewItem>
      ))}
    </section>
  );
}
