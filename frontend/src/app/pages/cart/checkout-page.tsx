import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CheckoutBody } from '../../../../../modules/booking/checkouts/contract.ts';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';
import { pages, shelves } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { DeliveryFields } from '../../../components/fields/delivery-fields.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { CardBoundNote } from '../../../components/forms/card-bound-note.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { PageHead } from '../../../components/layout/page-head.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { MyOrdersLink } from '../../../components/states/my-orders-link.tsx';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { Brought } from '../../../features/cart/brought.tsx';
import { setSeen } from '../../../features/cart/cart-lines.ts';
import { type CartEntry, soldOf, totalOf, whyNotOrdered } from '../../../features/cart/entries.ts';
import { useCheckOut, useGiveUpCheckout } from '../../../features/cart/use-check-out.ts';
import { wentOut } from '../../../features/cart/went-out.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useDeviceCart } from '../../../lib/device/use-device-cart.ts';
import { formatPrice } from '../../../lib/formatting/money.ts';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import { type Delivery, type DeliveryValues, useDelivery } from '../../../lib/forms/use-delivery.ts';
import { type SentCheckout as Sent, unansweredCheckout } from '../../../lib/idempotency/unanswered-checkout.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { cartHints } from './cart-hints.ts';
import classes from './cart-page.module.css';
import { refusalsOf } from './refusals-of.ts';
import { SentCheckout } from './sent-checkout.tsx';
import { useCartEntries } from './use-cart-entries.ts';
import { useLeadToPayment } from './use-lead-to-payment.ts';

/** Where all of the cart is to be sent, once. What was sent and got no answer comes first: that alone is shown until it has one. */
export function CheckoutPage() {
  const email = useSession()?.email ?? '';
  const cart = useCartEntries();
  const [sent, setSent] = useState(unansweredCheckout);
  const [instead, setInstead] = useState<Sent>();
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfter(sent, heading);
  const delivery = useDelivery(email, sent?.body);
  const leadToPayment = useLeadToPayment();
  const attempt = useCheckOut(({ insertedIds, price }, body) => {
    delivery.settle(body);
    leadToPayment(insertedIds.length === 1 ? 'Your order is placed' : 'Your orders are placed', insertedIds, price);
  });
  const givingUp = useGiveUpCheckout(
    email,
    (ids) => {
      const body = (sent ?? instead)?.body;
      if (body) delivery.settle(body);
      const price = body?.lines.reduce((sum, line) => sum + line.price, 0) ?? 0;
      leadToPayment(ids.length === 1 ? 'Your order was placed already' : 'Your orders were placed already', ids, price);
    },
    () => {
      if (!sent) return;
      setSent(undefined);
      setInstead(sent);
      attempt.reset();
    },
  );
  const order = (body: CheckoutBody) => {
    givingUp.reset();
    attempt.mutate(body, {
      onError: (error) => {
        setSent(unansweredCheckout());
        // Refused as a whole: the one that was given up came after all, or it is for another reason, which is shown.
        const isWhole = error instanceof ApiError && error.status === 409 && error.errors.length === 0;
        if (instead && isWhole) givingUp.mutate({ ...instead, at: 0 });
        showUnderFields(delivery.form, error);
      },
    });
  };
  if (sent && cart.isCurrencyKnown) {
    return (
      <SentCheckout
        titleRef={heading}
        body={sent.body}
        currency={cart.currency}
        isBusy={attempt.isPending ? 'sending' : givingUp.isPending ? 'looking' : undefined}
        error={givingUp.error ?? attempt.error}
        // What waited too long for its answer is known under its key no more.
        send={() => (unansweredCheckout() ? order(sent.body) : givingUp.mutate(sent))}
        giveUp={() => givingUp.mutate(sent)}
      />
    );
  }
  if (!cart.entries) {
    return (
      <>
        <PageHead title="Check out" titleRef={heading} />
        <Failed title="The cart could not be fetched" error={cart.error} retry={cart.retry} />
        {!cart.error && <LoadingRows label="Loading the cart" height={72} />}
      </>
    );
  }
  return (
    <Checkout
      {...{ delivery, attempt, order, heading }}
      isInstead={instead !== undefined}
      entries={cart.entries}
      currency={cart.currency}
    />
  );
}

/** For the heading of what takes the place of something else: the button that was pressed goes with what it stood on. */
function useFocusAfter(shown: unknown, heading: RefObject<HTMLHeadingElement | null>): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body) heading.current?.focus();
    before.current = shown;
  }, [shown, heading]);
}

type Props = {
  delivery: Delivery;
  attempt: ReturnType<typeof useCheckOut>;
  order: (body: CheckoutBody) => void;
  heading: RefObject<HTMLHeadingElement | null>;
  /** In place of one that got no answer and was given up. */
  isInstead: boolean;
  entries: readonly CartEntry[];
  currency: string;
};

function Checkout({ delivery, attempt, order, heading, isInstead, currency, ...cart }: Props) {
  const entries = useOrdered(cart.entries, attempt);
  const wentWhere = wentOut(useDeviceCart(), 'What was in your cart');
  const format = (price: number | undefined) => (price === undefined ? '–' : formatPrice(price, currency));
  const total = totalOf(entries, currency);
  const refused = refusalsOf(attempt.error, attempt.variables);
  const { sold, gone } = soldOf(entries);
  const hasProblem = sold.some(({ problem }) => problem !== undefined);
  // The shop says it itself of what it has refused.
  const whyNot = refused.size === 0 ? whyNotOrdered(sold, total) : '';
  useRefusalUntilMended({ attempt, isRefused: refused.size > 0, hasProblem });
  const isNothing = sold.length === 0;
  useFocusAfter(isNothing, heading);
  if (isNothing) {
    return (
      <StateMessage title="There is nothing to check out" titleRef={heading} page>
        {wentWhere ?? (gone.length === 0 ? 'Your cart is empty.' : 'Nothing in your cart is sold any more.')}
        {wentWhere && <MyOrdersLink isNext />}
        {gone.length > 0 && (
          <Button component={Link} to={pages.cart} variant="default">
            Look at the cart
          </Button>
        )}
        <Button component={Link} to={shelves} {...(wentWhere && { variant: 'default' })}>
          Browse the shelves
        </Button>
      </StateMessage>
    );
  }
  const orderShown = (values: DeliveryValues) => {
    const lines = sold.map(({ line: { toolId, quantity }, price = 0 }) => ({ toolId, quantity, price }));
    // What was shown with its new price is not news any more.
    setSeen(new Map(sold.flatMap(({ tool }) => (tool ? [[tool._id, tool.PerPrice]] : []))));
    order({ lines, ...values });
  };
  return (
    <>
      <PageHead title="Check out" titleRef={heading}>
        {isInstead
          ? 'Your last order is not among your orders. What you order now takes its place: only one of the two can come.'
          : 'All of it goes to one address and is paid at once.'}
      </PageHead>
      <Brought />
      <div className={classes.columns} data-form="true">
        <Panel>
          <form noValidate onSubmit={delivery.submitting(orderShown)}>
            <DeliveryFields delivery={delivery} />
            <FormError
              error={refused.size > 0 ? new Error(attempt.error?.message) : attempt.error}
              fields={['location', 'phone']}
            />
            <CardBoundNote price={total} currency={currency} hints={cartHints} />
            <p id="checkout-problems" className={classes.problems}>
              {whyNot}
            </p>
            <BusyButton
              type="submit"
              size="lg"
              isBusy={attempt.isPending || delivery.isWaiting}
              disabled={hasProblem || total === undefined}
              aria-describedby="checkout-problems"
              reason={heading}
            >
              {`Order for ${format(total)}`}
            </BusyButton>
          </form>
        </Panel>
        <section className={classes.sum} aria-label="What you order">
          <ul className={classes.slip}>
            {entries.map(({ line, name, isGone, price, problem, news }) => (
              <li key={line.toolId}>
                <span>
                  {inDigits(line.quantity)} × <bdi dir="auto">{name}</bdi>
                  <span role="status" className={classes.wrong}>
                    {isGone ? 'No longer sold, and left out' : (problem ?? news ?? refused.get(line.toolId))}
                  </span>
                </span>
                <span className={classes.amount}>{format(price)}</span>
              </li>
            ))}
          </ul>
          <p className={classes.total}>
            <span>Total</span> <strong>{format(total)}</strong>
          </p>
          <Button component={Link} to={pages.cart} variant="default">
            Change the cart
          </Button>
        </section>
      </div>
    </>
  );
}

/**
 * What is ordered stands as it was until there is an answer, and after one that it is placed: it may be the last there is, of which a
 * notice comes before the answer does, and then it leaves the cart.
 */
function useOrdered(entries: readonly CartEntry[], { isPending, isSuccess }: Props['attempt']) {
  const ordered = useRef(entries);
  if (!isPending && !isSuccess) ordered.current = entries;
  return ordered.current;
}

type Refusal = { attempt: Pick<Props['attempt'], 'reset'>; isRefused: boolean; hasProblem: boolean };

/** What the shop refused is forgotten once the pieces are there again: without this, 'Only 0 left' would stand beside them. */
function useRefusalUntilMended({ attempt, isRefused, hasProblem }: Refusal) {
  const hadProblem = useRef(hasProblem);
  useEffect(() => {
    if (hadProblem.current && !hasProblem && isRefused) attempt.reset();
    hadProblem.current = hasProblem;
  });
}
