import { Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { nothingFetched } from '../../lib/queries/nothing-fetched.ts';
import classes from './add-review-page.module.css';
import { HiddenReviews } from './hidden-reviews.tsx';
import { HideReview } from './hide-review.tsx';
import { MoreReviews } from './more-reviews.tsx';
import { ReviewItem } from './review-item.tsx';
import { ReviewOf } from './review-of.tsx';
import { reviewPagesQuery } from './tool-reviews-queries.ts';
import { useMoreReviews } from './use-more-reviews.ts';

/** What everybody has written, of the shop and of tools, for admins: what must not stand there is hidden. */
export function EverybodysReviews({ email }: { email: string }) {
  const reviews = useInfiniteQuery(reviewPagesQuery());
  const heading = useRef<HTMLHeadingElement>(null);
  const { refOf, more } = useMoreReviews(reviews, heading);
  // What was pressed is gone with what it did: the heading keeps the focus.
  const returnFocus = () => heading.current?.focus();
  return (
    <section aria-labelledby="everybodys-reviews-title" className={classes.own}>
      <Title order={2} size="h3" id="everybodys-reviews-title" ref={heading} tabIndex={-1}>
        Everybody's reviews
      </Title>
      {reviews.isPending && <LoadingRows label="Loading the reviews" rows={3} height={132} />}
      <Failed
        title="The reviews could not be fetched"
        error={nothingFetched(reviews)}
        retry={() => void reviews.refetch()}
      />
      {reviews.data?.pages
        .flatMap(({ entries }) => entries)
        .map((review) => (
          <ReviewItem key={review._id} ref={refOf(review)} review={review}>
            <ReviewOf review={review} />
            <HideReview review={review} onHidden={returnFocus} />
          </ReviewItem>
        ))}
      <MoreReviews {...more} />
      <HiddenReviews email={email} onShown={returnFocus} />
    </section>
  );
}
