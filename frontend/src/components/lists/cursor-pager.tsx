import { Button } from '@mantine/core';
import { Link, type To } from 'react-router-dom';
import { isCursor, useTrail } from '../../lib/navigation/use-trail.ts';
import classes from './cursor-pager.module.css';

type Props = {
  /** What the pages are of: "Pages of users". */
  label: string;
  /** Where this page begins; nothing on the first. */
  after: string | undefined;
  /** Where the next begins; undefined on the last. */
  next: string | undefined;
  /** The address of the page that begins there; of the first for an empty text. */
  addressAfter: (after: string) => To;
};

/** Ways to the next page of a list and to the one that one came by, for lists that are read on from a cursor. */
export function CursorPager({ label, after = '', next, addressAfter }: Props) {
  const trail = useTrail(isCursor);
  if (!after && next === undefined) return null;
  return (
    <nav className={classes.pager} aria-label={label}>
      {after ? (
        <Button
          component={Link}
          to={addressAfter(trail.at(-1) ?? '')}
          state={{ trail: trail.slice(0, -1) }}
          variant="default"
        >
          {trail.length > 0 ? 'Previous page' : 'First page'}
        </Button>
      ) : (
        <span />
      )}
      {next !== undefined && (
        <Button component={Link} to={addressAfter(next)} state={{ trail: [...trail, after] }} variant="default">
          Next page
        </Button>
      )}
    </nav>
  );
}
