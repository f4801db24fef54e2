import IconStarFilled from '~icons/star-filled';
import classes from './rating.module.css';

export function Rating({ value }: { value: number }) {
  return (
    <span className={classes.rating} role="img" aria-label={`Rated ${value} of 5`}>
      <IconStarFilled size="1rem" aria-hidden />
      {value.toFixed(1)}
    </span>
  );
}
