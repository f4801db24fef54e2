import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { Count } from '../../components/count.tsx';
import { Failed } from '../../components/failed.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { isRefused } from '../../lib/api-error.ts';
import { useSession } from '../../lib/use-session.ts';
import classes from './people.module.css';
import { peopleQuery } from './people-query.ts';
import { PeopleToolbar } from './people-toolbar.tsx';
import { usePeopleWanted } from './use-people-wanted.ts';
import { UsersNotShown } from './users-not-shown.tsx';
import { UsersTable } from './users-table.tsx';

/** For whoever finds the way here: the menu leads only admins, and it is the server that shows the list or does not. */
export function MakeAdminPage() {
  const email = useSession()?.email ?? '';
  const { wanted, want, addressWith } = usePeopleWanted();
  const people = useQuery(peopleQuery(email, wanted));
  const refused = isRefused(people.error);
  // Who is no admin any more is shown nothing of what had been fetched before.
  const shown = refused ? undefined : people.data;
  const isNarrowed = wanted.q !== '' || wanted.role !== '';
  const trail = trailIn(useLocation().state);
  const isPart = shown && (shown.next !== undefined || wanted.after !== '');
  return (
    <>
      <PageHead title="Make Admin" />
      {!refused && <PeopleToolbar wanted={wanted} want={want} />}
      <Count value={shown && (shown.total ?? shown.entries.length)} one="user" many="users">
        {shown?.total === undefined && isPart ? ' on this page' : ''}
      </Count>
      {people.isPending && <LoadingRows label="Loading the users" />}
      <div role="alert">{refused && <UsersNotShown />}</div>
      <Failed
        title="The users could not be fetched"
        error={shown || refused ? null : people.error}
        retry={() => void people.refetch()}
      />
      {shown && shown.entries.length > 0 && <UsersTable admin={email} people={shown.entries} />}
      {shown?.entries.length === 0 && (
        <StateMessage title={isPart ? 'Nobody more on this page' : 'Nobody is called that'}>
          {isPart ? undefined : 'A search looks for how an email, a name or a last name begins.'}
          {isNarrowed && (
            <Button variant="default" onClick={() => want({ q: '', role: '' })}>
              Show everybody
            </Button>
          )}
        </StateMessage>
      )}
      {isPart && (
        <nav className={classes.pager} aria-label="Pages of users">
          {wanted.after ? (
            <Button
              component={Link}
              to={addressWith({ after: trail.at(-1) ?? '' })}
              state={{ trail: trail.slice(0, -1) }}
              variant="default"
            >
              {trail.length > 0 ? 'Previous page' : 'First page'}
            </Button>
          ) : (
            <span />
          )}
          {shown.next !== undefined && (
            <Button
              component={Link}
              to={addressWith({ after: shown.next })}
              state={{ trail: [...trail, wanted.after] }}
              variant="default"
            >
              Next page
            </Button>
          )}
        </nav>
      )}
    </>
  );
}

/** The pages before this one, as far as one came by them. */
function trailIn(state: unknown): string[] {
  if (typeof state !== 'object' || state === null || !('trail' in state) || !Array.isArray(state.trail)) return [];
  return state.trail.filter((cursor) => typeof cursor === 'string');
}
