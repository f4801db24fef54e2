import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { Count } from '../../components/count.tsx';
import { Failed } from '../../components/failed.tsx';
import { HistoryLink } from '../../components/history-link.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { isRefused } from '../../lib/api-error.ts';
import { useSession } from '../../lib/use-session.ts';
import { RoleCell } from './role-cell.tsx';
import { SessionsCell, shownInAddress } from './sessions-cell.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';
import { usePromoteUser } from './use-promote-user.ts';
import { UsersNotShown } from './users-not-shown.tsx';
import { usersQuery } from './users-query.ts';

const columns = ['Name', 'Email', 'Signed in', 'What happened', 'Role'];

export function UsersTable() {
  const email = useSession()?.email ?? '';
  const users = useQuery(usersQuery(email));
  const promotion = usePromoteUser(email);
  const refused = isRefused(users.error);
  // Who is no admin any more is shown nothing of what had been fetched before.
  const shown = refused ? undefined : users.data;
  const rows = shown?.map((user) => ({
    key: user._id,
    cells: [
      <strong key="name" dir="auto">
        {user.name}
      </strong>,
      <bdi key="email" dir="auto">
        {user.email}
      </bdi>,
      <SessionsCell key="sessions" user={user} />,
      <HistoryLink key="history" entity={`user:${user._id}`} label={user.name} />,
      <RoleCell
        key="role"
        user={user}
        isBusy={promotion.isPending && promotion.variables === user.email}
        promote={() => promotion.mutate(user.email)}
      />,
    ],
  }));
  const [search, setSearch] = useSearchParams();
  const lookedAt = shown?.find((user) => user.email === search.get(shownInAddress));
  const failure = shown || refused ? null : users.error;
  return (
    <>
      <Count value={shown?.length} one="user" many="users" />
      {users.isPending && <LoadingRows label="Loading the users" />}
      <div role="alert">{refused && <UsersNotShown />}</div>
      <Failed title="The users could not be fetched" error={failure} retry={() => void users.refetch()} />
      {rows && <WideTable label="Users" columns={columns} rows={rows} />}
      <SessionsDialog user={lookedAt} close={() => setSearch({}, { replace: true })} />
    </>
  );
}
