import IconStarFilled from '~icons/star-filled';
import { mostStars } from '../../../../modules/reviews/contract.ts';
import classes from './stars.module.css';

const places = Array.from({ length: mostStars }, (_, place) => place + 1);

export const starsInWords = (count: number) => (count === 1 ? '1 star' : `${count} stars`);

/** So many stars of five, for the eye; in words for whoever listens. */
export function Stars({ value }: { value: number }) {
  return (
    <span className={classes.stars} role="img" aria-label={`${value} of ${starsInWords(mostStars)}`}>
      {places.map((place) => (
        <IconStarFilled key={place} size="1.125rem" aria-hidden data-lit={place <= Math.round(value)} />
      ))}
    </span>
  );
}
