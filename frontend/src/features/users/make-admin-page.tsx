import { PageHead } from '../../components/page-head.tsx';
import { RequireAdmin } from '../../components/require-admin.tsx';
import { UsersTable } from './users-table.tsx';

export function MakeAdminPage() {
  return (
    <>
      <PageHead title="Make Admin" />
      <RequireAdmin>
        <UsersTable />
      </RequireAdmin>
    </>
  );
}
