import { useQuery } from '@tanstack/react-query';
import { FormColumn } from '../../../components/layout/form-column.tsx';
import { PageHead } from '../../../components/layout/page-head.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { adminQuery } from '../../../lib/queries/admin-query.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { AddProductForm } from './add-product-form.tsx';

/** For whoever finds the way here: the menu leads only admins, others are told before they type, and it is the server that decides. */
export function AddProductPage() {
  const { data } = useQuery(adminQuery(useSession()?.email ?? ''));
  return (
    <FormColumn>
      <PageHead title="Add A Product">
        {data?.admin === false && 'Only admins add products: what you fill in here will be refused.'}
      </PageHead>
      <Panel>
        <AddProductForm isAdmin={data?.admin === true} />
      </Panel>
    </FormColumn>
  );
}
