import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PageHead } from '../../components/layout/page-head.tsx';
import { AnswerBefore } from '../../components/lists/answer-before.tsx';
import { Count } from '../../components/lists/count.tsx';
import { CursorPager } from '../../components/lists/cursor-pager.tsx';
import { AdminsOnly } from '../../components/states/admins-only.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { StateMessage } from '../../components/states/state-message.tsx';
import { isRefused } from '../../lib/api/api-error.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { peopleQuery } from './people-query.ts';
import { PeopleToolbar } from './people-toolbar.tsx';
import { usePeopleWanted } from './use-people-wanted.ts';
import { UsersTable } from './users-table.tsx';

/** For whoever finds the way here: the menu leads only admins, and it is the server that shows the list or does not. */
export function MakeAdminPage() {
  const email = useSession()?.email ?? '';
  const { wanted, want, addressWith } = usePeopleWanted();
  const people = useQuery(peopleQuery(email, wanted));
  const refused = isRefused(people.error);
  // Who is no admin any more is shown nothing of what had been fetched before.
  const shown = refused ? undefined : people.data;
  const isBefore = people.isPlaceholderData;
  const isEmpty = shown?.entries.length === 0;
  const isNarrowed = wanted.q !== '' || wanted.role !== '';
  const isPart = shown && (shown.next !== undefined || wanted.after !== '');
  return (
    <>
      <PageHead title="Make Admin" />
      {!refused && <PeopleToolbar wanted={wanted} want={want} />}
      <Count value={isBefore ? undefined : (shown?.total ?? shown?.entries.length)} one="user" many="users">
        {shown?.total === undefined && isPart ? ' on this page' : ''}
      </Count>
      {(people.isPending || (isBefore && isEmpty)) && <LoadingRows label="Loading the users" />}
      <div role="alert">{refused && <AdminsOnly what="the users" />}</div>
      <Failed
        title="The users could not be fetched"
        error={shown || refused ? null : people.error}
        retry={() => void people.refetch()}
      />
      {shown && !isEmpty && (
        <AnswerBefore isBefore={isBefore}>
          <UsersTable admin={email} people={shown.entries} />
        </AnswerBefore>
      )}
      {isEmpty && !isBefore && (
        <StateMessage title={isPart ? 'No more users' : 'Nobody is called that'}>
          {isPart ? undefined : 'A search looks for how an email, a name or a last name begins.'}
          {isNarrowed && (
            <Button variant="default" onClick={() => want({ q: '', role: '' })}>
              Show everybody
            </Button>
          )}
        </StateMessage>
      )}
      {!refused && (
        <CursorPager
          label="Pages of users"
          after={wanted.after}
          next={isBefore ? undefined : shown?.next}
          addressAfter={(after) => `${addressWith({ after })}#users`}
        />
      )}
    </>
  );
}
