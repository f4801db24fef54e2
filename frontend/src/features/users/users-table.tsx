import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../components/failed.tsx';
import { Loading } from '../../components/loading.tsx';
import { WideTable } from '../../components/wide-table.tsx';
import { useSession } from '../../lib/use-session.ts';
import { usePromoteUser } from './use-promote-user.ts';
import { usersQuery } from './users-query.ts';

export function UsersTable() {
  const users = useQuery(usersQuery(useSession()?.email ?? ''));
  const promotion = usePromoteUser();
  if (users.isPending) return <Loading />;
  if (users.isError) {
    return <Failed title="The users could not be fetched" error={users.error} retry={() => void users.refetch()} />;
  }
  return (
    <WideTable label="Users">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Email</Table.Th>
          <Table.Th>Role</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.data.map(({ _id, name, email, role }) => (
          <Table.Tr key={_id}>
            <Table.Td fw={600}>{name}</Table.Td>
            <Table.Td>{email}</Table.Td>
            <Table.Td h={58} w={180}>
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
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
