import { Button } from '@mantine/core';
import { Fragment } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { orderNumber } from '../../../../../modules/kernel/values/order-number.ts';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';

/** To the receipt of the one order that was paid for. */
export function ReceiptLink({ id }: { id: string }) {
  return (
    <Button component={Link} to={generatePath(pages.receipt, { id })}>
      See the receipt
    </Button>
  );
}

/** To that of each of several, in one sentence. Of fifty orders, as many as are paid at once, they still take few lines. */
export function ReceiptOfEach({ ids }: { ids: readonly string[] }) {
  return (
    <>
      Each has its receipt, to be printed or kept:{' '}
      {ids.map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Link to={generatePath(pages.receipt, { id })} aria-label={`Receipt of order ${orderNumber(id)}`}>
            {orderNumber(id)}
          </Link>
        </Fragment>
      ))}
      .
    </>
  );
}
