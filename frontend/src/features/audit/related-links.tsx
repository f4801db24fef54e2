import { Button } from '@mantine/core';
import { generatePath, Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import classes from './filters.module.css';
import { type HistoryWanted, searchFor } from './history-wanted.ts';

const person = 'user:';

/** From what happened to a thing, to what it was; and from what happened to a person, to what they did, and back. */
export function RelatedLinks({ wanted: { entity, actor } }: { wanted: HistoryWanted }) {
  const did = entity?.startsWith(person) ? entity.slice(person.length) : undefined;
  if (!entity && !actor) return null;
  return (
    <div className={classes.wanted}>
      {entity?.includes(':') && (
        <Button component={Link} to={generatePath(pages.asItWas, { of: entity })} size="sm" variant="default">
          As it was, step by step
        </Button>
      )}
      {did && (
        <Button component={Link} to={{ search: searchFor({ actor: did }) }} size="sm" variant="default">
          What they did
        </Button>
      )}
      {actor && !entity && actor !== 'system' && (
        <Button
          component={Link}
          to={{ search: searchFor({ entity: `${person}${actor}` }) }}
          size="sm"
          variant="default"
        >
          What happened to them
        </Button>
      )}
    </div>
  );
}
