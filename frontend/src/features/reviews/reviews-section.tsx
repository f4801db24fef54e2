import { Button, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { generatePath, Link } from 'react-router-dom';
import { dayInWords } from '../../../../modules/kernel/values/in-words.ts';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { NewerButton } from '../../components/lists/newer-button.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { StateMessage } from '../../components/states/state-message.tsx';
import { useAtLeisure } from '../../lib/lazy-loading/use-at-leisure.ts';
import { nothingFetched } from '../../lib/queries/nothing-fetched.ts';
import { CutText } from './cut-text.tsx';
import { reviewsQuery } from './reviews-query.ts';
import classes from './reviews-section.module.css';
import { useHeldReviews } from './use-held-reviews.ts';

/** Made once: what comes meanwhile does not render it again. */
const places = (
  <div className={classes.grid} role="status" aria-label="Loading the reviews">
    {['1', '2', '3', '4', '5', '6'].map((place) => (
      <Skeleton key={place} height={208} />
    ))}
  </div>
);

export function ReviewsSection() {
  const reviews = useQuery(reviewsQuery);
  const found = useAtLeisure(reviews.data);
  const { place, shown, newer, show } = useHeldReviews(found);
  return (
    <section aria-labelledby="reviews-title" ref={place}>
      <div className={classes.head}>
        <Title order={2} id="reviews-title">
          User's Review
        </Title>
        <NewerButton count={newer} one="new review" many="new reviews" show={show} />
      </div>
      <Failed
        title="The reviews could not be fetched"
        error={nothingFetched(reviews)}
        retry={() => reviews.refetch()}
      />
      {found === undefined && !reviews.isError && places}
      {shown?.length === 0 && (
        <StateMessage title="No reviews yet">
          Ordered something? Be the first to tell the others.
          <Button component={Link} to={pages.addReview} variant="default">
            Add a review
          </Button>
        </StateMessage>
      )}
      <div className={classes.grid}>
        {shown?.map(({ _id, review, description, name, at, toolId, toolName }) => (
          <figure key={_id} className={classes.review}>
            <blockquote>
              <p className={classes.title} dir="auto">
                {review}
              </p>
              <CutText text={description} of={review} />
            </blockquote>
            <figcaption>
              {toolId && (
                <Link to={generatePath(pages.tool, { id: toolId })} className={classes.tool} dir="auto">
                  {toolName}
                </Link>
              )}
              <bdi dir="auto">{name}</bdi> · <time dateTime={at}>{dayInWords(at)}</time>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
