import { Title } from '@mantine/core';
import { MyOrdersLink } from '../../../components/states/my-orders-link.tsx';
import classes from './payment-page.module.css';
import { ReceiptLink, ReceiptOfEach } from './receipt-links.tsx';

type Props = {
  /** The orders that were paid for, by id: each has a receipt of its own, once the shop shows that all are paid. */
  ids: readonly string[];
  arePaid: boolean;
  /** Where it is sent. */
  location: string | undefined;
};

/** Where a payment leads: to its receipts, and to what becomes of what was paid for. */
export function AfterPayment({ ids, arePaid, location }: Props) {
  const [only, ...others] = ids;
  const areSeveral = others.length > 0;
  return (
    <section className={classes.next} aria-labelledby="after-payment">
      <Title order={2} size="h3" id="after-payment">
        What happens next
      </Title>
      <ol>
        <li>
          {!arePaid && `${areSeveral ? 'The orders' : 'The order'} will show as paid in a moment.`}
          {arePaid && !areSeveral && 'It is paid. The receipt is there to be printed or kept.'}
          {arePaid && areSeveral && (
            <>
              They are paid. <ReceiptOfEach ids={ids} />
            </>
          )}
        </li>
        <li>
          We pack {areSeveral ? 'what was ordered' : 'your order'}
          {location !== undefined && (
            <>
              {' '}
              and send it to <bdi dir="auto">{location}</bdi>
            </>
          )}
          .
        </li>
        <li>My Orders says when it is on its way, and when it has come.</li>
      </ol>
      <div className={classes.ways}>
        {arePaid && only !== undefined && !areSeveral && <ReceiptLink id={only} />}
        <MyOrdersLink />
      </div>
    </section>
  );
}
