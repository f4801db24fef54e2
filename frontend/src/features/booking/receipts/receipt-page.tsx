import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { receiptOf } from '../../../../../modules/booking/contract.ts';
import { MailAddress } from '../../../components/details/mail-address.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormColumn } from '../../../components/layout/form-column.tsx';
import { PageHead } from '../../../components/layout/page-head.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { Loading } from '../../../components/states/loading.tsx';
import { MyOrdersLink } from '../../../components/states/my-orders-link.tsx';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { tableRoles } from '../../../components/tables/table-roles.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { configQuery } from '../../../lib/queries/config-query.ts';
import { nothingFetched } from '../../../lib/queries/nothing-fetched.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { bookingQuery } from '../bookings-query.ts';
import classes from './receipt-page.module.css';
import { useDownloadReceipt } from './use-download-receipt.ts';

/** The receipt of a paid order: to be printed, or kept as a PDF. */
export function ReceiptPage() {
  const { id = '' } = useParams();
  const order = useQuery(bookingQuery(useSession()?.email ?? '', id));
  const config = useQuery(configQuery);
  const download = useDownloadReceipt(id);
  const isUnknown = order.error instanceof ApiError && order.error.status === 404;
  // Of one that is gone meanwhile, what was shown of it is no receipt any more.
  const booking = isUnknown ? undefined : order.data;
  const isUnpaid = booking?.paid === false;
  const currency = config.data?.currency;
  const roles = tableRoles;
  const receipt = booking?.paid && currency ? receiptOf(booking, currency) : undefined;
  const error = isUnknown || isUnpaid ? null : (nothingFetched(order) ?? nothingFetched(config));

  return (
    <FormColumn>
      <div className={classes.unprinted}>
        <PageHead title="Receipt" />
      </div>
      {(isUnknown || isUnpaid) && (
        <StateMessage title={isUnknown ? 'There is no such order' : 'There is a receipt once the order is paid'}>
          <MyOrdersLink />
        </StateMessage>
      )}
      <Failed
        title="The receipt could not be fetched"
        error={error}
        retry={() => void Promise.all([order, config].filter((one) => !one.data).map(({ refetch }) => refetch()))}
      />
      {!error && !receipt && !isUnknown && !isUnpaid && <Loading />}
      {receipt && (
        <>
          <div className={classes.actions}>
            <Button onClick={() => window.print()}>Print</Button>
            <BusyButton variant="default" isBusy={download.isPending} onClick={() => download.mutate(receipt.number)}>
              Download PDF
            </BusyButton>
          </div>
          <article className={classes.sheet} aria-label={`Receipt of order ${receipt.number}`}>
            <header className={classes.head}>
              <strong>Inventory</strong>
              <span>Receipt</span>
            </header>
            <dl className={classes.facts}>
              {receipt.facts.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd dir="auto">{label === 'Email' ? <MailAddress address={value} /> : value}</dd>
                </div>
              ))}
            </dl>
            <table {...roles.table} className={classes.lines}>
              <thead {...roles.group}>
                <tr {...roles.row}>
                  <th scope="col" {...roles.header}>
                    Tool
                  </th>
                  <th scope="col" {...roles.header}>
                    Pieces
                  </th>
                  <th scope="col" {...roles.header}>
                    Each
                  </th>
                  <th scope="col" {...roles.header}>
                    Amount
                  </th>
                </tr>
              </thead>
              <tbody {...roles.group}>
                <tr {...roles.row}>
                  <td dir="auto" {...roles.cell}>
                    {receipt.line.item}
                  </td>
                  <td {...roles.cell}>{receipt.line.pieces}</td>
                  <td {...roles.cell}>{receipt.line.each}</td>
                  <td {...roles.cell}>{receipt.line.amount}</td>
                </tr>
              </tbody>
              <tfoot {...roles.group}>
                {receipt.sums.map(({ label, amount, isTotal }) => (
                  <tr key={label} {...roles.row} data-total={isTotal ?? false}>
                    <th scope="row" colSpan={3} {...roles.rowHeader}>
                      {label}
                    </th>
                    <td {...roles.cell}>{amount}</td>
                  </tr>
                ))}
              </tfoot>
            </table>
            <p className={classes.note}>{receipt.note}</p>
          </article>
        </>
      )}
    </FormColumn>
  );
}
