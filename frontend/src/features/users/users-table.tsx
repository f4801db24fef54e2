import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Count } from '../../components/count.tsx';
import { Failed } from '../../components/failed.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { isRefused } from '../../lib/api-error.ts';
import { useSession } from '../../lib/use-session.ts';
import { usePromoteUser } from './use-promote-user.ts';
import { UsersNotShown } from './users-not-shown.tsx';
import { usersQuery } from './users-query.ts';
import classes from './users-table.module.css';

const columns = ['Name', 'Email', 'Role'];

export function UsersTable() {
  const users = useQuery(usersQuery(useSession()?.email ?? ''));
  const promotion = usePromoteUser();
  const refused = isRefused(users.error);
  // Who is no admin any more is shown nothing of what had been fetched before.
  const shown = refused ? undefined : users.data;
  const rows = shown?.map(({ _id, name, email, role }) => ({
    key: _id,
    cells: [
      <strong key="name" dir="auto">
        {name}
      </strong>,
      <bdi key="email" dir="auto">
        {email}
      </bdi>,
      <span key="role" className={classes.role}>
        {role === 'admin' ? (
          'Admin'
        ) : (
          <Button
            size="sm"
            variant="default"
            aria-label={`Make ${name} an admin`}
            loading={promotion.isPending && promotion.variables === email}
            onClick={() => promotion.mutate(email)}
          >
            Make Admin
          </Button>
        )}
      </span>,
    ],
  }));
  const failure = shown || refused ? null : users.error;
  return (
    <>
      <Count value={shown?.length} one="user" many="users" />
      {users.isPending && <LoadingRows label="Loading the users" />}
      <div role="alert">{refused && <UsersNotShown />}</div>
      <Failed title="The users could not be fetched" error={failure} retry={() => void users.refetch()} />
      {rows && <WideTable label="Users" columns={columns} rows={rows} />}
    </>
  );
}
