import { Button, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { inDigits } from '../../../../modules/kernel/values/in-words.ts';
import classes from './newer-button.module.css';

type Props = {
  count: number;
  one: string;
  many: string;
  show: () => void;
};

/** So many are counted; more are more than anybody looks at. */
const most = 1_000;

/**
 * Above a list that somebody reads, and that therefore does not move by itself: what has come meanwhile, as a button. Its
 * place is kept while there is none. That there is something new is read out once, not at each of them.
 */
export function NewerButton({ count, one, many, show }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const press = () => {
    // The button is gone with this.
    place.current?.focus();
    show();
  };
  const number = `${inDigits(Math.min(count, most))}${count >= most ? '+' : ''}`;
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {count > 0 && (
        <Button size="compact-md" className={classes.button} onClick={press}>
          {number} {count === 1 ? one : many}
        </Button>
      )}
      <VisuallyHidden role="status">{count > 0 && `There are ${many}.`}</VisuallyHidden>
    </div>
  );
}
