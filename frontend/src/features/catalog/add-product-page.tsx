import { FormColumn } from '../../components/form-column.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { AddProductForm } from './add-product-form.tsx';

/** For whoever finds the way here: the menu leads only admins, and it is the server that decides. */
export function AddProductPage() {
  return (
    <FormColumn>
      <PageHead title="Add A Product" />
      <Panel>
        <AddProductForm />
      </Panel>
    </FormColumn>
  );
}
