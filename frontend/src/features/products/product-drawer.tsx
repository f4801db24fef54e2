import '../../components/dialogs/dialog-styles.ts';
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { UnsavedDialog } from '../../components/dialogs/unsaved-dialog.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { StateMessage } from '../../components/states/state-message.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { useUnsaved } from '../../lib/navigation/use-unsaved.ts';
import { ProductForm } from './product-form.tsx';
import classes from './products.module.css';
import { productQuery } from './products-query.ts';
import { RetireSection } from './retire-section.tsx';
import { StockSection } from './stock-section.tsx';

type Props = {
  /** Empty while none is edited. */
  id: string;
  close: () => void;
};

/** One product with all that an admin can do to it. */
export function ProductDrawer({ id, close }: Props) {
  const product = useQuery({ ...productQuery(id), enabled: id !== '' });
  const shown = product.data;
  const error = shown ? null : product.error;
  const isUnknown = error instanceof ApiError && error.status === 404;
  const [areDetailsUnsaved, setDetailsUnsaved] = useState(false);
  const [isStockUnsaved, setStockUnsaved] = useState(false);
  const [isRetireAsked, setRetireAsked] = useState(false);
  const { leave, asking } = useUnsaved(areDetailsUnsaved || isStockUnsaved);
  return (
    <>
      <Drawer
        opened={id !== ''}
        onClose={() => leave(close)}
        closeOnEscape={!asking.isOpen && !isRetireAsked}
        position="right"
        size="lg"
        title={<span className={classes.title}>{shown ? `Edit ${shown.name}` : 'Edit the product'}</span>}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {product.isPending && id !== '' && <LoadingRows label="Loading the product" rows={6} />}
        <Failed
          title="The product could not be fetched"
          error={isUnknown ? null : error}
          retry={() => void product.refetch()}
        />
        {isUnknown && (
          <StateMessage title="There is no such product" announce>
            Its address may have been cut off or mistyped. Products are found in the list, retired ones too.
          </StateMessage>
        )}
        {shown && (
          <>
            <ProductForm key={shown._id} product={shown} tellUnsaved={setDetailsUnsaved} />
            <StockSection key={`stock of ${shown._id}`} product={shown} tellUnsaved={setStockUnsaved} />
            <RetireSection product={shown} tellAsking={setRetireAsked} />
          </>
        )}
      </Drawer>
      {/* After it: of one Escape the drawer hears first, and leaves it to the question. */}
      <UnsavedDialog asking={asking} />
    </>
  );
}
