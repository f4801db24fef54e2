import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { focusFirstError } from '../focus/focus-first-error.ts';
import { type KnownDelivery, knownDeliveryQuery } from '../queries/known-delivery.ts';
import { storedAccess } from '../session/access-token.ts';
import { lateChecks, useLateChecks, wrongBy } from './late-checks.ts';
import { settleTyped, typedIn, useKeptTyped, useTypedBefore } from './typed-before.ts';
import { useAddressParts } from './use-address-parts.ts';

export type DeliveryValues = { location: string; phone: string };

const checks = lateChecks(async () => {
  const [{ bookingForm }, { address }] = await Promise.all([
    import('../../../../modules/booking/contract.ts'),
    import('../../../../modules/users/addresses/contract.ts'),
  ]);
  return { bookingForm, address };
});

/** Where nothing is known, the answer says no more than its absence: nothing is rendered again for it. */
function anythingOf(known: KnownDelivery): KnownDelivery | undefined {
  return known.location || known.phone || known.address ? known : undefined;
}

/**
 * Where an order goes: the form's two fields, begun with what is known of the person. `before` is what was sent already,
 * and wins. What somebody has typed, or taken out, meanwhile is not touched, and is there again with the next order of theirs: after
 * a look at another page, and after the login that an ended session has led to.
 */
export function useDelivery(email: string, before?: DeliveryValues) {
  const asked = { ...knownDeliveryQuery(email), select: anythingOf, enabled: before === undefined };
  const { data: known } = useQuery(asked);
  const typed = useTypedBefore<DeliveryValues>('delivery');
  const [uid] = useState(() => storedAccess()?.user.uid);
  const [first] = useState(() => before ?? typed ?? { location: '', phone: '' });
  const form = useForm<DeliveryValues>({
    initialValues: { location: first.location, phone: first.phone },
    validate: (values) => wrongBy(checks.known()?.bookingForm, values),
  });
  const { checked, isWaiting } = useLateChecks(checks);
  useKeptTyped('delivery', () => ((before ?? typed) ? form.getValues() : typedIn(form)), { onLeaving: true });
  const parts = useAddressParts({
    saved: known?.address,
    location: form.values.location,
    schema: () => checks.known()?.address,
    write: (location) => form.setFieldValue('location', location),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known; the form is another object each time.
  useEffect(() => {
    if (!known || typed) return;
    for (const field of ['location', 'phone'] as const) {
      if (known[field] && !form.isTouched(field) && form.getValues()[field] === '') {
        form.setInitialValues({ ...form.getValues(), [field]: known[field] });
        form.setFieldValue(field, known[field]);
      }
    }
  }, [known]);

  return {
    form,
    parts,
    /** Submits what was typed, once it holds; goes to what does not. */
    submitting: (submit: (values: DeliveryValues) => void) =>
      checked(
        form.onSubmit(
          (values) => (parts.canBeKept(values.phone) ? submit(values) : undefined),
          (errors) => focusFirstError(form, errors),
        ),
      ),
    /** It was submitted, and is not checked yet. */
    isWaiting,
    /** The order is placed: what was to be saved is saved. Also for whoever has left the form before that was known. */
    settle({ location, phone }: DeliveryValues): void {
      settleTyped<DeliveryValues>('delivery', { location, phone });
      // It is saved with whoever is signed in, who may be another by now.
      if (storedAccess()?.user.uid === uid) parts.keep(phone);
    },
  };
}

export type Delivery = ReturnType<typeof useDelivery>;
