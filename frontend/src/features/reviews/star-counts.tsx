import { fewestStars } from '../../../../modules/reviews/contract.ts';
import classes from './star-counts.module.css';
import { Stars, starsInWords } from './stars.tsx';

type Props = {
  /** On average, to one decimal. */
  rating: number;
  /** How many gave 1 star, 2 and so on. */
  stars: readonly number[];
};

const number = new Intl.NumberFormat('en');

/** What those say who bought it here: on average, and how many gave how many stars. */
export function StarCounts({ rating, stars }: Props) {
  const all = stars.reduce((sum, count) => sum + count, 0);
  const rows = stars.map((count, place) => ({ count, given: place + fewestStars })).toReversed();
  return (
    <div>
      <p className={classes.average}>
        <strong>{rating.toFixed(1)}</strong>
        <Stars value={rating} />
      </p>
      <p className={classes.of}>
        {all === 1 ? 'From 1 person who bought it here' : `From ${number.format(all)} people who bought it here`}
      </p>
      <dl className={classes.counts}>
        {rows.map(({ count, given }) => (
          <div key={given}>
            <dt>{starsInWords(given)}</dt>
            <dd>
              <progress className={classes.bar} max={all} value={count} aria-hidden />
              {number.format(count)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
