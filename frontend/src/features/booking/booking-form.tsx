import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { bookingForm } from '../../../../modules/booking/contract.ts';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import type { SignedInUser } from '../../../../modules/identity/contract.ts';
import { FormError } from '../../components/form-error.tsx';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { formatPrice, priceOf } from '../../lib/money.ts';
import { minimumOf } from '../../lib/stock.ts';
import classes from './booking-form.module.css';
import { QuantityField } from './quantity-field.tsx';
import { useBookTool } from './use-book-tool.ts';
import { useQuantity } from './use-quantity.ts';

type Props = { tool: Tool; buyer: SignedInUser; currency: string; onBooked: (bookingId: string) => void };

export function BookingForm({ tool, buyer, currency, onBooked }: Props) {
  const amount = useQuantity({ minimum: minimumOf(tool), available: tool.Available });
  const booking = useBookTool(onBooked);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { location: '', phone: '' },
    validate: schemaResolver(bookingForm, { sync: true }),
  });
  const price = priceOf(tool.PerPrice, amount.quantity, currency);
  const book = (values: { location: string; phone: string }) =>
    booking.mutate({
      ...values,
      toolId: tool._id,
      toolName: tool.name,
      personEmail: buyer.email,
      buyerName: buyer.displayName,
      price,
      quantity: amount.quantity,
    });

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
        <TextInput label="Price" value={formatPrice(price, currency)} readOnly variant="filled" />
      </div>
      <FormError error={booking.error} />
      <Button type="submit" size="lg" loading={booking.isPending}>
        Place the order
      </Button>
    </form>
  );
}
