import { Button, TextInput } from '@mantine/core';
import type { Delivery } from '../../lib/forms/use-delivery.ts';
import { AddressPartsFields } from './address-parts-fields.tsx';
import classes from './delivery-fields.module.css';

/** Where an order goes, in one field or in parts that write it, and the phone. */
export function DeliveryFields({ delivery: { form, parts } }: { delivery: Delivery }) {
  const isInParts = parts.values !== undefined;
  return (
    <div className={classes.fields}>
      <TextInput
        label="Location"
        placeholder="Where it should be sent"
        autoComplete={isInParts ? 'off' : 'street-address'}
        required
        {...form.getInputProps('location')}
      />
      <Button
        variant="default"
        size="compact-md"
        className={classes.toggle}
        aria-expanded={isInParts}
        onClick={isInParts ? parts.close : parts.open}
      >
        {isInParts ? 'In one line' : 'By street, city and country'}
      </Button>
      {isInParts && <AddressPartsFields parts={parts} />}
      <TextInput
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        {...form.getInputProps('phone')}
      />
    </div>
  );
}
