import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import IconArrowLeft from '~icons/arrow-left';
import IconArrowRight from '~icons/arrow-right';
import { isCursor, useTrail } from '../../lib/navigation/use-trail.ts';
import classes from './audit.module.css';
import { type HistoryWanted, searchFor } from './history-wanted.ts';

type Props = { wanted: HistoryWanted; after: string; next: string | undefined };

/** A page goes on after a position, to what is older; the way back to what is newer is remembered with each page. */
export function HistoryPager({ wanted, after, next }: Props) {
  const trail = useTrail(isCursor);
  if (!after && !next) return null;
  const to = (position: string | undefined) => ({ search: searchFor(wanted, position), hash: '#events' });
  return (
    <nav className={classes.pages} aria-label="Pages of the history">
      {after && (
        <Button
          component={Link}
          to={to(trail.at(-1))}
          state={{ trail: trail.slice(0, -1) }}
          variant="default"
          leftSection={<IconArrowLeft size="1.125rem" aria-hidden />}
        >
          {trail.length > 0 ? 'Newer events' : 'Newest events'}
        </Button>
      )}
      {next && (
        <Button
          component={Link}
          to={to(next)}
          state={{ trail: [...trail, after] }}
          variant="default"
          data-way="older"
          rightSection={<IconArrowRight size="1.125rem" aria-hidden />}
        >
          Older events
        </Button>
      )}
    </nav>
  );
}
