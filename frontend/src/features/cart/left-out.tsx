import { Button } from '@mantine/core';
import type { CartEntry } from './entries.ts';
import classes from './left-lines.module.css';

type Props = { gone: readonly CartEntry[]; takeOut: () => void };

/** Says that what is no longer sold is not ordered with the rest, and offers to take it out of the cart. */
export function LeftOut({ gone, takeOut }: Props) {
  const isOne = gone.length === 1;
  return (
    <div role="status">
      {gone.length > 0 && (
        <div className={classes.left}>
          <p>
            {isOne ? <bdi dir="auto">{gone[0]?.name}</bdi> : `${gone.length} tools`} {isOne ? 'is' : 'are'} no longer
            sold, and left out when you check out.
          </p>
          <Button variant="default" onClick={takeOut}>
            Take {isOne ? 'it' : 'them'} out
          </Button>
        </div>
      )}
    </div>
  );
}
