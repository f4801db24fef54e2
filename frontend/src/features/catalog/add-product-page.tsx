import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { RequireAdmin } from '../../components/require-admin.tsx';
import { AddProductForm } from './add-product-form.tsx';

export function AddProductPage() {
  return (
    <>
      <PageHead title="Add A Product" />
      <RequireAdmin>
        <Panel>
          <AddProductForm />
        </Panel>
      </RequireAdmin>
    </>
  );
}
