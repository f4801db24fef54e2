import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import IconArrowLeft from '~icons/arrow-left';
import IconArrowRight from '~icons/arrow-right';
import { isCursor, useTrail } from '../../../lib/navigation/use-trail.ts';
import classes from './tools-pager.module.css';

type Props = {
  after: string;
  next: string | undefined;
  /** What is shown is the answer to what was asked before: its next page is not the one that comes next. */
  isBefore: boolean;
  pageAt: (after: string | undefined) => string;
};

/** A cursor knows only the way forward; the way back is remembered with the history entry of each page. */
export function ToolsPager({ after, next, isBefore, pageAt }: Props) {
  const trail = useTrail(isCursor);
  if (!after && !next) return null;
  return (
    <nav className={classes.pager} aria-label="Pages of tools">
      {after && (
        <Button
          component={Link}
          to={pageAt(trail.at(-1))}
          state={{ trail: trail.slice(0, -1) }}
          variant="default"
          leftSection={<IconArrowLeft size="1.125rem" aria-hidden />}
        >
          {trail.length > 0 ? 'Previous page' : 'First page'}
        </Button>
      )}
      {next && (
        <Button
          component={Link}
          to={pageAt(next)}
          state={{ trail: [...trail, after] }}
          variant="default"
          className={classes.next}
          // In its place all the while: nothing below moves, and the keyboard stays on it.
          data-disabled={isBefore || undefined}
          aria-disabled={isBefore || undefined}
          onClick={(event: MouseEvent) => isBefore && event.preventDefault()}
          rightSection={<IconArrowRight size="1.125rem" aria-hidden />}
        >
          Next page
        </Button>
      )}
    </nav>
  );
}
