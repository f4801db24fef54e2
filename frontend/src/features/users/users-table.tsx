import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../components/failed.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { useSession } from '../../lib/use-session.ts';
import { usePromoteUser } from './use-promote-user.ts';
import { usersQuery } from './users-query.ts';
import classes from './users-table.module.css';

const columns = ['Name', 'Email', 'Role'];

export function UsersTable() {
  const users = useQuery(usersQuery(useSession()?.email ?? ''));
  const promotion = usePromoteUser();
  if (users.isPending) return <LoadingRows label="Loading the users" />;
  if (users.isError) {
    return <Failed title="The users could not be fetched" error={users.error} retry={() => void users.refetch()} />;
  }
  const rows = users.data.map(({ _id, name, email, role }) => ({
    key: _id,
    cells: [
      <strong key="name">{name}</strong>,
      email,
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
  return <WideTable label="Users" columns={columns} rows={rows} />;
}
