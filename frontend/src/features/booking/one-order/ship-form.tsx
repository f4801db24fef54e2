import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { Meanwhile } from '../../../components/forms/meanwhile.tsx';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import { useKeptTyped, useTypedBefore } from '../../../lib/forms/typed-before.ts';
import { useTelling } from '../../../lib/forms/use-telling.ts';
import classes from './order-page.module.css';
import { useOrderStep } from './use-order-step.ts';

type Props = { booking: Booking; tellUnsaved: (isUnsaved: boolean) => void };

/** A carrier and a number are one thing: the number of one carrier is none of another's. */
type Parcel = { readonly carrier: string; readonly trackingNumber: string };

const isSame = (one: Parcel, other: Parcel) =>
  one.carrier.trim() === other.carrier.trim() && one.trackingNumber.trim() === other.trackingNumber.trim();

/**
 * Said again it corrects what was said: a tracking number is easily mistyped. What another admin says meanwhile is taken up
 * where nothing was typed, and is shown beside it where something was. What is sent says what it was typed over: where the
 * shop knows better, nothing is put aside, and that is shown beside it too.
 */
export function ShipForm({ booking, tellUnsaved }: Props) {
  const { _id, carrier = '', trackingNumber = '', fulfilment } = booking;
  const step = useOrderStep(_id);
  const name = `parcel of ${_id}`;
  const typed = useTypedBefore<{ seen: Parcel; parcel: Parcel }>(name);
  const [seen, setSeen] = useState<Parcel>(typed?.seen ?? { carrier, trackingNumber });
  const [theirs, setTheirs] = useState<Parcel>();
  const sent = useRef<Parcel>(undefined);
  const form = useForm({ initialValues: typed?.parcel ?? { carrier, trackingNumber } });
  useTelling(!isSame(form.values, seen), tellUnsaved);
  useKeptTyped(name, () => (isSame(form.getValues(), seen) ? undefined : { seen, parcel: form.getValues() }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object each time, and the same form.
  useEffect(() => {
    const now = { carrier, trackingNumber };
    if (isSame(now, seen)) return;
    setSeen(now);
    const typed = form.getValues();
    const isOwn = sent.current !== undefined && isSame(now, sent.current);
    if (isSame(typed, seen)) form.setValues(now);
    else setTheirs(isOwn || isSame(typed, now) ? undefined : now);
  }, [carrier, trackingNumber, seen]);

  const send = (parcel: Parcel) => {
    sent.current = parcel;
    setTheirs(undefined);
    const shown = seen.carrier === '' ? {} : seen;
    const body = { ...parcel, seen: shown };
    step.mutate({ what: 'ship', body }, { onError: (error) => showUnderFields(form, error) });
  };
  const takeTheirs = (parcel: Parcel) => {
    form.setValues(parcel);
    setTheirs(undefined);
  };
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(send)}>
      <TextInput label="Carrier" autoComplete="off" {...form.getInputProps('carrier')} />
      <TextInput label="Tracking number" autoComplete="off" {...form.getInputProps('trackingNumber')} />
      <Meanwhile>
        {theirs && (
          <>
            <p>
              It was shipped meanwhile, with <bdi dir="auto">{theirs.carrier}</bdi>,{' '}
              <bdi dir="auto">{theirs.trackingNumber}</bdi>. What you typed is still here: Correct puts it in the place
              of that.
            </p>
            <Button variant="default" size="compact-md" onClick={() => takeTheirs(theirs)}>
              Leave it as shipped
            </Button>
          </>
        )}
      </Meanwhile>
      {/* What was shipped meanwhile is told above, with what can be done about it. */}
      <FormError error={theirs ? null : step.error} fields={['carrier', 'trackingNumber']} />
      {/* The next step of an order alone is the button to press. */}
      <BusyButton type="submit" isBusy={step.isPending} {...(fulfilment !== 'packed' && { variant: 'default' })}>
        {fulfilment === 'shipped' ? 'Correct' : 'Mark as shipped'}
      </BusyButton>
    </form>
  );
}
