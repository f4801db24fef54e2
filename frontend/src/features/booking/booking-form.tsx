import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { bookingForm } from '../../../../modules/booking/contract.ts';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import type { SignedInUser } from '../../../../modules/identity/contract.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { formatPrice, priceOf } from '../../lib/money.ts';
import { showUnderFields } from '../../lib/show-under-fields.ts';
import { minimumOf, shortageOf } from '../../lib/stock.ts';
import classes from './booking-form.module.css';
import { OrderOutcome } from './order-outcome.tsx';
import { QuantityField, quantityFieldId } from './quantity-field.tsx';
import { asSentBefore, unansweredOrders } from './unanswered-orders.ts';
import type { BookingAttempt } from './use-book-tool.ts';
import { useQuantity } from './use-quantity.ts';

type Props = { tool: Tool; buyer: SignedInUser; currency: string; attempt: BookingAttempt };

/** Begins with the last order of this tool that got no answer, so that sending it again sends the same one. */
export function BookingForm({ tool, buyer, currency, attempt }: Props) {
  const [before] = useState(() => unansweredOrders(tool._id)[0]);
  const limits = { minimum: minimumOf(tool), available: tool.Available };
  const amount = useQuantity({ ...limits, initial: before?.quantity });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { location: before?.location ?? '', phone: before?.phone ?? '' },
    validate: schemaResolver(bookingForm, { sync: true }),
  });
  const outcome = useRef<HTMLDivElement>(null);
  const { quantity } = amount;
  const price = quantity === undefined ? undefined : priceOf(tool.PerPrice, quantity, currency);

  const book = (values: { location: string; phone: string }) => {
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
    attempt.mutate(asSentBefore(order), { onError: (error) => showUnderFields(form, error) });
  };
  const isUnanswered = unansweredOrders(tool._id).length > 0 && !attempt.isPending;

  return (
    <form noValidate onSubmit={form.onSubmit(book, (errors) => focusFirstError(form, errors))}>
      <div className={classes.pair}>
        <TextInput label="Name" value={buyer.displayName} readOnly variant="filled" />
        <TextInput label="Email" value={buyer.email} readOnly variant="filled" />
      </div>
      <TextInput
        label="Location"
        placeholder="Where it should be sent"
        autoComplete="street-address"
        required
        key={form.key('location')}
        {...form.getInputProps('location')}
      />
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="tel"
        required
        key={form.key('phone')}
        {...form.getInputProps('phone')}
      />
      <div className={classes.pair}>
        <QuantityField {...amount} />
        <TextInput
          label="Price"
          value={price === undefined ? '–' : formatPrice(price, currency)}
          readOnly
          variant="filled"
        />
      </div>
      <OrderOutcome place={outcome} tool={tool} attempt={attempt} isUnanswered={isUnanswered} quantity={quantity} />
      <BusyButton
        type="submit"
        size="lg"
        isBusy={attempt.isPending}
        reason={outcome}
        disabled={shortageOf(tool) !== undefined && !isUnanswered}
      >
        Place the order
      </BusyButton>
    </form>
  );
}
