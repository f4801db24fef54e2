import type { OwnReview } from '../../../../modules/reviews/contract.ts';
import classes from './tool-reviews.module.css';

/** Tells who wrote a review that an admin has hidden it, and why: what disappears without a word is written again. */
export function OwnReviewNotice({ of: { review, hidden } }: { of: OwnReview }) {
  if (!hidden) return null;
  return (
    <div className={classes.notice}>
      <p>
        <strong>Your review is hidden.</strong> An admin has hidden “<bdi dir="auto">{review}</bdi>”: you see it, and
        nobody else but admins does.
      </p>
      <p>
        Reason: <bdi dir="auto">{hidden.reason}</bdi>
      </p>
    </div>
  );
}
