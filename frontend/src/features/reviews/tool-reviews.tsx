import { Button, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { NewerButton } from '../../components/lists/newer-button.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { nothingFetched } from '../../lib/queries/nothing-fetched.ts';
import { HiddenReviews } from './hidden-reviews.tsx';
import { HideReview } from './hide-review.tsx';
import { MoreReviews } from './more-reviews.tsx';
import { OwnReviewNotice } from './own-review-notice.tsx';
import { ReviewItem } from './review-item.tsx';
import { StarCounts } from './star-counts.tsx';
import classes from './tool-reviews.module.css';
import { ownToolReviewQuery, reviewPagesQuery } from './tool-reviews-queries.ts';
import { useInView } from './use-held-reviews.ts';
import { useMoreReviews } from './use-more-reviews.ts';
import { useNewerHeld } from './use-newer-held.ts';
import { useReviewsTold } from './use-reviews-told.ts';

type Props = { tool: Tool; email: string; isAdmin: boolean };

/** What people say of a tool, with the stars that those gave it who bought it here. */
export function ToolReviews({ tool, email, isAdmin }: Props) {
  const toolId = tool._id;
  const reviews = useInfiniteQuery(reviewPagesQuery(toolId));
  const own = useQuery(ownToolReviewQuery(email, toolId)).data;
  useReviewsTold(tool);
  const place = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isInView = useInView(place);
  const all = useMemo(() => reviews.data?.pages.flatMap(({ entries }) => entries), [reviews.data]);
  const { refOf, more } = useMoreReviews(reviews, heading);
  const { shown, newer, show } = useNewerHeld(all, isInView);
  // What was pressed is gone with what it did: the heading keeps the focus.
  const returnFocus = () => heading.current?.focus();

  return (
    <section aria-labelledby="tool-reviews-title" ref={place} className={classes.section}>
      <div className={classes.head}>
        <Title order={2} id="tool-reviews-title" ref={heading} tabIndex={-1}>
          Reviews
        </Title>
        <NewerButton count={newer} one="new review" many="new reviews" show={show} />
      </div>
      <div className={classes.columns}>
        <div className={classes.aside}>
          {tool.stars && <StarCounts rating={tool.Ratings} stars={tool.stars} />}
          {!tool.stars && shown && shown.length > 0 && <p>None of these reviews is by somebody who bought it here.</p>}
          {own && <OwnReviewNotice of={own} />}
          {own && !own.hidden && <p>You have reviewed this tool.</p>}
          {own === null && (
            <Button component={Link} to={`${pages.addReview}?tool=${encodeURIComponent(toolId)}`} variant="default">
              Review this tool
            </Button>
          )}
        </div>
        <div>
          {reviews.isPending && <LoadingRows label="Loading the reviews" rows={3} height={132} />}
          <Failed
            title="The reviews could not be fetched"
            error={nothingFetched(reviews)}
            retry={() => void reviews.refetch()}
          />
          {shown?.length === 0 && (
            <p className={classes.none}>No reviews yet. Whoever writes the first helps the others.</p>
          )}
          {shown?.map((review) => (
            <ReviewItem key={review._id} ref={refOf(review)} review={review} isOwn={review._id === own?._id}>
              {isAdmin && <HideReview review={review} onHidden={returnFocus} />}
            </ReviewItem>
          ))}
          <MoreReviews {...more} />
          {isAdmin && <HiddenReviews toolId={toolId} email={email} onShown={returnFocus} />}
        </div>
      </div>
    </section>
  );
}
