import { Button, Title } from '@mantine/core';
import { generatePath, Link } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { MyOrdersLink } from './my-orders-link.tsx';
import classes from './payment-page.module.css';

type Props = {
  /** Of a payment there is one receipt, at each of its orders; undefined until the shop shows that it is paid. */
  receiptOf: string | undefined;
  areSeveral?: boolean;
  /** Where it is sent. */
  location: string | undefined;
};

/** Where a payment leads: to its receipt, and to what becomes of what was paid for. */
export function AfterPayment({ receiptOf, areSeveral = false, location }: Props) {
  const [the, it, them] = areSeveral
    ? ['The orders', 'They are', 'what was ordered']
    : ['The order', 'It is', 'your order'];
  return (
    <section className={classes.next} aria-labelledby="after-payment">
      <Title order={2} size="h3" id="after-payment">
        What happens next
      </Title>
      <ol>
        <li>
          {receiptOf === undefined
            ? `${the} will show as paid in a moment.`
            : `${it} paid. The receipt is there to be printed or kept.`}
        </li>
        <li>
          We pack {them}
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
        {receiptOf !== undefined && (
          <Button component={Link} to={generatePath(pages.receipt, { id: receiptOf })}>
            See the receipt
          </Button>
        )}
        <MyOrdersLink />
      </div>
    </section>
  );
}
