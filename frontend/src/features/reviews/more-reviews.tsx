import { BusyButton } from '../../components/forms/busy-button.tsx';
import { FormError } from '../../components/forms/form-error.tsx';
import classes from './more-reviews.module.css';
import type { useMoreReviews } from './use-more-reviews.ts';

/** The way to the next page of reviews, and why it could not be fetched. Nothing where there is none. */
export function MoreReviews({ isThere, isBusy, error, fetch }: ReturnType<typeof useMoreReviews>['more']) {
  if (!isThere) return null;
  return (
    <div className={classes.more}>
      <BusyButton variant="default" isBusy={isBusy} onClick={fetch}>
        More reviews
      </BusyButton>
      <FormError error={error} />
    </div>
  );
}
