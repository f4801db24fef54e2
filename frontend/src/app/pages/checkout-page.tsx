import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { CheckoutBody } from '../../../../modules/booking/checkouts/contract.ts';
import { pages, shelves } from '../../../../modules/kernel/page-addresses.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { DeliveryFields } from '../../components/delivery-fields.tsx';
import { Failed } from '../../components/failed.tsx';
import { FormError } from '../../components/form-error.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { setSeen } from '../../features/cart/cart-lines.ts';
import { type CartEntry, soldOf, totalOf } from '../../features/cart/entries.ts';
import { unansweredCheckout, useCheckOut } from '../../features/cart/use-check-out.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formatPrice } from '../../lib/money.ts';
import { showUnderFields } from '../../lib/show-under-fields.ts';
import { toast } from '../../lib/toast.ts';
import { type DeliveryValues, useDelivery } from '../../lib/use-delivery.ts';
import { useSession } from '../../lib/use-session.ts';
import classes from './cart-page.module.css';
import { useCartEntries } from './use-cart-entries.ts';

/** Where all of the cart is to be sent, once. */
export function CheckoutPage() {
  const email = useSession()?.email ?? '';
  const cart = useCartEntries();
  const [unanswered] = useState(unansweredCheckout);
  if (!cart.entries) {
    return (
      <>
        <PageHead title="Check out" />
        <Failed title="The cart could not be fetched" error={cart.error} retry={cart.retry} />
        {!cart.error && <LoadingRows label="Loading the cart" height={72} />}
      </>
    );
  }
  return <Checkout email={email} entries={cart.entries} currency={cart.currency} before={unanswered} />;
}

type Props = {
  email: string;
  entries: readonly CartEntry[];
  currency: string;
  /** What was sent already, and got no answer. */
  before: DeliveryValues | undefined;
};

function Checkout({ email, entries, currency, before }: Props) {
  const navigate = useNavigate();
  const delivery = useDelivery(email, before);
  const attempt = useCheckOut(({ insertedIds, price }) => {
    void toast(insertedIds.length === 1 ? 'Your order is placed' : 'Your orders are placed');
    // Back from paying leads to the orders, which are there now, and not to a cart in which nothing is left.
    navigate(pages.myOrders, { replace: true });
    if (price > 0) navigate(`${pages.payTogether}?orders=${insertedIds.join(',')}`);
  });
  const isUnanswered = !attempt.isPending && unansweredCheckout() !== undefined;
  const format = (price: number) => formatPrice(price, currency);
  const refused = refusalsOf(attempt.error, attempt.variables);
  const { sold, gone } = soldOf(entries);
  const hasProblem = sold.some(({ problem }) => problem !== undefined);

  if (sold.length === 0 && !isUnanswered && !attempt.isPending && !attempt.isSuccess) {
    return (
      <StateMessage title="There is nothing to check out" page>
        {gone.length === 0 ? 'Your cart is empty.' : 'Nothing in your cart is sold any more.'}
        {gone.length > 0 && (
          <Button component={Link} to={pages.cart} variant="default">
            Look at the cart
          </Button>
        )}
        <Button component={Link} to={shelves}>
          See what there is
        </Button>
      </StateMessage>
    );
  }
  const order = (values: DeliveryValues) => {
    const lines = sold.map(({ line: { toolId, quantity }, price = 0 }) => ({ toolId, quantity, price }));
    // What was shown with its new price is not news any more.
    for (const { line, tool } of sold) if (tool && line.seen !== tool.PerPrice) setSeen(line.toolId, tool.PerPrice);
    const body = unansweredCheckout() ?? { lines, ...values };
    attempt.mutate(body, {
      onSuccess: () => delivery.settle(values),
      onError: (error) => showUnderFields(delivery.form, error),
    });
  };
  return (
    <>
      <PageHead title="Check out">
        {isUnanswered
          ? 'Your last order got no answer. Send it again: it is placed once, also where it was placed already.'
          : 'All of it goes to one address and is paid at once.'}
      </PageHead>
      <div className={classes.columns} data-form="true">
        <Panel>
          <form noValidate onSubmit={delivery.submitting(order)}>
            <DeliveryFields delivery={delivery} />
            <FormError
              error={refused.size > 0 ? new Error(attempt.error?.message) : attempt.error}
              fields={['location', 'phone']}
            />
            <BusyButton type="submit" size="lg" isBusy={attempt.isPending} disabled={hasProblem && !isUnanswered}>
              {isUnanswered ? 'Send it again' : `Order for ${format(totalOf(entries, currency))}`}
            </BusyButton>
          </form>
        </Panel>
        <section className={classes.sum} aria-label="What you order">
          <ul className={classes.slip}>
            {entries.map(({ line, name, isGone, price, problem, news }) => (
              <li key={line.toolId}>
                <span>
                  {line.quantity} × <bdi dir="auto">{name}</bdi>
                  <span role="status" className={classes.wrong}>
                    {isGone ? 'No longer sold, and left out' : (problem ?? news ?? refused.get(line.toolId))}
                  </span>
                </span>
                <span className={classes.amount}>{price === undefined ? '–' : format(price)}</span>
              </li>
            ))}
          </ul>
          <p className={classes.total}>
            <span>Total</span> <strong>{format(totalOf(entries, currency))}</strong>
          </p>
          <Button component={Link} to={pages.cart} variant="default">
            Change the cart
          </Button>
        </section>
      </div>
    </>
  );
}

/** What the shop said of lines, by their tools. */
function refusalsOf(error: Error | null, body: CheckoutBody | undefined): ReadonlyMap<string, string> {
  const refused = new Map<string, string>();
  if (!(error instanceof ApiError) || !body) return refused;
  for (const { path, message } of error.errors) {
    const toolId = body.lines[Number(/^lines\.(\d+)$/.exec(path)?.[1])]?.toolId;
    if (toolId !== undefined) refused.set(toolId, message);
  }
  return refused;
}
