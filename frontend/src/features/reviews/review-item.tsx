import type { ReactNode, Ref } from 'react';
import IconRosetteDiscountCheck from '~icons/rosette-discount-check';
import { dayInWords } from '../../../../modules/kernel/values/in-words.ts';
import type { Review } from '../../../../modules/reviews/contract.ts';
import classes from './review-item.module.css';
import { Stars } from './stars.tsx';

type Props = {
  review: Review;
  /** Whoever looks has written it. */
  isOwn?: boolean;
  /** For a list that moves the focus to one of its reviews; null for the others. */
  ref?: Ref<HTMLElement>;
  /** Said of it, or to be done with it. */
  children?: ReactNode;
};

/** A review of a tool, whole. What people write is read from its own side. */
export function ReviewItem({
  review: { review, description, name, at, rating, bought },
  isOwn = false,
  ref,
  children,
}: Props) {
  return (
    <article className={classes.review} {...(ref !== undefined && { ref, tabIndex: -1 })}>
      <header className={classes.head}>
        {rating !== undefined && <Stars value={rating} />}
        {bought && (
          <span className={classes.bought}>
            <IconRosetteDiscountCheck size="1.125rem" aria-hidden />
            Bought here
          </span>
        )}
      </header>
      <h3 className={classes.title} dir="auto">
        {review}
      </h3>
      <p className={classes.text} dir="auto">
        {description}
      </p>
      <p className={classes.by}>
        <bdi dir="auto">{name}</bdi> · <time dateTime={at}>{dayInWords(at)}</time>
        {isOwn && ' · Yours'}
      </p>
      {children && <div className={classes.done}>{children}</div>}
    </article>
  );
}
