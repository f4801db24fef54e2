import { TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { minimumOf, shortageOf } from '../../../../../modules/catalog/words/contract.ts';
import type { SignedInUser } from '../../../../../modules/identity/contract.ts';
import { DeliveryFields } from '../../../components/fields/delivery-fields.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { CardBoundNote } from '../../../components/forms/card-bound-note.tsx';
import { cardBound } from '../../../lib/formatting/card-bounds.ts';
import { formatPrice, priceOf, tooDear } from '../../../lib/formatting/money.ts';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import { useKeptTyped, useTypedBefore } from '../../../lib/forms/typed-before.ts';
import { type DeliveryValues, useDelivery } from '../../../lib/forms/use-delivery.ts';
import classes from './booking-form.module.css';
import { OrderOutcome } from './order-outcome.tsx';
import { QuantityField, quantityFieldId } from './quantity-field.tsx';
import { asSentBefore, unansweredOrders } from './unanswered-orders.ts';
import type { BookingAttempt } from './use-book-tool.ts';
import { useQuantity } from './use-quantity.ts';

type Props = {
  tool: Tool;
  buyer: SignedInUser;
  currency: string;
  attempt: BookingAttempt;
  /** Takes what is to be told of an order that is placed: the form may be gone before its answer comes. */
  settle: RefObject<((order: DeliveryValues) => void) | undefined>;
  /** How many to begin with, where so many can be had. */
  wanted?: number | undefined;
  /** What else can be done with as many pieces. */
  beside?: (quantity: number | undefined) => ReactNode;
};

/** What can be done about an order whose sum no card pays. */
const hints = {
  least: 'order more pieces, or put it into the cart with something else',
  most: 'order fewer pieces',
};
const hintsOfDear = { ...hints, most: 'the smallest order of this costs more' };

/**
 * How much and for what sum, where it goes, which is mostly known already, and then the button. What only tells who orders is
 * below it, so that it stays in sight. Begins with the last order of this tool that got no answer, so that sending it again
 * sends the same one.
 */
export function BookingForm({ tool, buyer, currency, attempt, settle, wanted, beside }: Props) {
  const [before] = useState(() => unansweredOrders(tool._id)[0]);
  const limits = { minimum: minimumOf(tool), available: tool.Available };
  const form = `pieces of ${tool._id}`;
  const typed = useTypedBefore<number>(form);
  const amount = useQuantity({ ...limits, initial: before?.quantity ?? withinLimits(typed ?? wanted, limits) });
  const delivery = useDelivery(buyer.email, before);
  settle.current = delivery.settle;
  const outcome = useRef<HTMLDivElement>(null);
  const { quantity } = amount;
  const [first] = useState(quantity);
  useKeptTyped(form, () => (quantity === first ? (before?.quantity ?? typed) : quantity));
  const price = quantity === undefined ? undefined : priceOf(tool.PerPrice, quantity, currency);
  const smallest = priceOf(tool.PerPrice, limits.minimum, currency);
  const isTooDear = smallest !== undefined && cardBound(smallest, currency)?.beyond === 'most';
  const refused =
    quantity !== undefined && price === undefined
      ? { isRefused: true, notice: { text: tooDear, count: 0, available: tool.Available } }
      : undefined;
  const shownPrice = price === undefined ? '–' : formatPrice(price, currency);

  const book = (values: DeliveryValues) => {
    if (quantity === undefined || price === undefined) return document.getElementById(quantityFieldId)?.focus();
    const order = {
      ...values,
      toolId: tool._id,
      toolName: tool.name,
      personEmail: buyer.email,
      buyerName: buyer.displayName,
      price,
      quantity,
    };
    attempt.mutate(asSentBefore(order), { onError: (error) => showUnderFields(delivery.form, error) });
  };
  const isUnanswered = unansweredOrders(tool._id).length > 0 && !attempt.isPending;

  return (
    <form noValidate onSubmit={delivery.submitting(book)}>
      <div className={classes.amount} data-long={shownPrice.length > 9}>
        <QuantityField {...amount} {...refused} />
        <TextInput label="Price" value={shownPrice} readOnly variant="filled" />
      </div>
      <CardBoundNote price={price} currency={currency} hints={isTooDear ? hintsOfDear : hints} />
      <DeliveryFields delivery={delivery} />
      <OrderOutcome
        place={outcome}
        tool={tool}
        attempt={attempt}
        isUnanswered={isUnanswered}
        currency={currency}
        quantity={quantity}
      />
      <div className={classes.bar}>
        {/* On phones the bar stands alone, away from the field that says the same. */}
        <span className={classes.sum} aria-hidden>
          {shownPrice}
        </span>
        <BusyButton
          type="submit"
          size="lg"
          isBusy={attempt.isPending || delivery.isWaiting}
          reason={outcome}
          disabled={shortageOf(tool) !== undefined && !isUnanswered}
        >
          Place the order
        </BusyButton>
      </div>
      {beside?.(quantity)}
      <div className={classes.pair}>
        <TextInput label="Name" value={buyer.displayName} readOnly variant="filled" dir="auto" />
        <TextInput label="Email" value={buyer.email} readOnly variant="filled" />
      </div>
    </form>
  );
}

/** As many as were wanted, or as are left; the minimum where it is no such number. */
function withinLimits(wanted: number | undefined, { minimum, available }: { minimum: number; available: number }) {
  const most = Math.min(wanted ?? minimum, available);
  return Number.isInteger(most) && most >= minimum ? most : undefined;
}
