import { PageHead } from '../../components/page-head.tsx';
import { UsersTable } from './users-table.tsx';

/** For whoever finds the way here: the menu leads only admins, and it is the server that shows the list or does not. */
export function MakeAdminPage() {
  return (
    <>
      <PageHead title="Make Admin" />
      <UsersTable />
    </>
  );
}
