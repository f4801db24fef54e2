import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import IconDownload from '~icons/download';
import IconUpload from '~icons/upload';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { PageHead } from '../../components/layout/page-head.tsx';
import { AnswerBefore } from '../../components/lists/answer-before.tsx';
import { Count } from '../../components/lists/count.tsx';
import { CursorPager } from '../../components/lists/cursor-pager.tsx';
import { AdminsOnly } from '../../components/states/admins-only.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { StateMessage } from '../../components/states/state-message.tsx';
import { getBlob } from '../../lib/api/api.ts';
import { isRefused } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { toast } from '../../lib/toast.ts';
import { ImportDialog } from './import-dialog.tsx';
import { ProductDrawer } from './product-drawer.tsx';
import classes from './products.module.css';
import { productsQuery } from './products-query.ts';
import { ProductsTable } from './products-table.tsx';
import { ProductsToolbar } from './products-toolbar.tsx';
import { useProductsWanted } from './use-products-wanted.ts';

/** For whoever finds the way here: the menu leads only admins, and it is the server that shows the list or does not. */
export function ProductsPage() {
  const email = useSession()?.email ?? '';
  const { wanted, want, addressWith, editing, close } = useProductsWanted();
  const products = useQuery(productsQuery(email, wanted));
  const [isImporting, setImporting] = useState(false);
  const exporting = useMutation({
    mutationFn: async () => saveFile(await getBlob('/products/export'), 'products.csv'),
    onError: (error: Error) => void toast(error.message, 'error'),
  });
  const refused = isRefused(products.error);
  const shown = products.data;
  const isBefore = products.isPlaceholderData;
  const isEmpty = shown?.entries.length === 0;
  if (refused) {
    return (
      <>
        <PageHead title="Products" />
        <div role="alert">
          <AdminsOnly what="the products" />
        </div>
      </>
    );
  }
  const isPast = wanted.after !== '';
  const isNarrowed = wanted.search !== '' || wanted.state !== '';
  return (
    <>
      <PageHead
        title="Products"
        aside={
          <div className={classes.actions}>
            <BusyButton
              size="sm"
              variant="default"
              leftSection={<IconDownload size="1.125rem" aria-hidden />}
              isBusy={exporting.isPending}
              onClick={() => exporting.mutate()}
            >
              Export
            </BusyButton>
            <Button
              size="sm"
              variant="default"
              leftSection={<IconUpload size="1.125rem" aria-hidden />}
              onClick={() => setImporting(true)}
            >
              Import
            </Button>
            <Button size="sm" component={Link} to={pages.addProduct}>
              Add A Product
            </Button>
          </div>
        }
      />
      <ProductsToolbar wanted={wanted} want={want} />
      <Count value={isBefore ? undefined : shown?.entries.length} one="product" many="products">
        {shown?.next || isPast ? ' on this page' : ''}
      </Count>
      {(products.isPending || (isBefore && isEmpty)) && (
        <LoadingRows label="Loading the products" rows={6} height={64} />
      )}
      <Failed
        title="The products could not be fetched"
        error={shown ? null : products.error}
        retry={() => void products.refetch()}
      />
      {shown && !isEmpty && (
        <AnswerBefore isBefore={isBefore}>
          <ProductsTable products={shown.entries} editAddress={(id) => addressWith({ edit: id })} />
        </AnswerBefore>
      )}
      {isEmpty && !isBefore && (
        <StateMessage title={isPast ? 'No more products' : isNarrowed ? 'No product is like that' : 'No products yet'}>
          {isNarrowed && (
            <Button variant="default" onClick={() => want({ search: '', state: '' })}>
              Show all products
            </Button>
          )}
          {!isNarrowed && !isPast && (
            <Button component={Link} to={pages.addProduct}>
              Add the first one
            </Button>
          )}
        </StateMessage>
      )}
      <CursorPager
        label="Pages of products"
        after={wanted.after}
        next={isBefore ? undefined : shown?.next}
        addressAfter={(after) => `${addressWith({ after })}#products`}
      />
      <ProductDrawer id={editing} close={close} />
      <ImportDialog isOpen={isImporting} close={() => setImporting(false)} />
    </>
  );
}
