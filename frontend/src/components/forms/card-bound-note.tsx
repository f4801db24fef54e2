import { cardBound } from '../../lib/formatting/card-bounds.ts';
import classes from './card-bound-note.module.css';

type Props = {
  /** What would be paid at once; undefined while it is not known. */
  price: number | undefined;
  currency: string;
  /** What can be done about it. */
  hints: Readonly<Record<'least' | 'most', string>>;
};

/** Says before something is ordered that no card pays as little, or as much, at once. */
export function CardBoundNote({ price, currency, hints }: Props) {
  const bound = price === undefined ? undefined : cardBound(price, currency);
  return (
    <p role="status" className={classes.note}>
      {bound && `${bound.words}: ${hints[bound.beyond]}.`}
    </p>
  );
}
