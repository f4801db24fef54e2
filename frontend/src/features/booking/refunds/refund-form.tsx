import { numberIn } from '../../../../../modules/kernel/values/number-in.ts';
import '@mantine/core/styles/Group.layer.css';
import { Group, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { inDigits } from '../../../../../modules/kernel/values/in-words.ts';
import { KeepButton } from '../../../components/dialogs/keep-button.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { Meanwhile } from '../../../components/forms/meanwhile.tsx';
import { isDecided } from '../../../lib/api/api-error.ts';
import { formatPrice, leftOf, typedPrice } from '../../../lib/formatting/money.ts';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import { useKeptTyped, useTypedBefore } from '../../../lib/forms/typed-before.ts';
import { useTelling } from '../../../lib/forms/use-telling.ts';
import { hasLeft, piecesOut } from './pieces-out.ts';
import classes from './refund-form.module.css';
import { RefundWarning } from './refund-warning.tsx';
import { unansweredRefund, useRefundBooking } from './use-refund-booking.ts';

type Props = {
  booking: Booking;
  currency: string;
  tellUnsaved: (isUnsaved: boolean) => void;
  close: () => void;
  onRefund: (booking: Booking) => void;
};

/** What was typed, and upon what: after a login that came in between, what others did is taken up as ever. */
type Typed = {
  readonly seen: { readonly left: number; readonly shipped: boolean; readonly out: number };
  readonly values: { readonly amount: string; readonly reason: string; readonly restock: string };
  /** Nobody has typed an amount, so that it is all that is left. What was kept until 2026-11-30 does not say it. */
  readonly isAll?: boolean;
};

/** What is still here goes back on the shelf; what was sent comes back later, if at all. */
const piecesBack = ({ shipped, out }: Typed['seen']) => String(shipped ? 0 : out);

/**
 * The form checks nothing by itself; what the server refuses is shown under each field. What another admin does meanwhile is
 * taken up as soon as it is known, and said: what is sent as seen is always what the pieces were chosen under.
 *
 * A refund that got no answer may be what changed the order. Until it is known, nothing is taken up: pressed again, the same is sent
 * under the same key. So it is in a dialog that is opened anew, which begins with what was sent.
 */
export function RefundForm({ booking, currency, tellUnsaved, close, onRefund }: Props) {
  const left = leftOf(booking.price, booking.refunded, currency);
  const shipped = hasLeft(booking);
  const out = piecesOut(booking);
  const name = `refund of ${booking._id}`;
  const typed = useTypedBefore<Typed>(name);
  const [before] = useState(() => unansweredRefund(booking._id));
  const [seen, setSeen] = useState(typed?.seen ?? { left, shipped: before?.shipped ?? shipped, out });
  const [isAll, setAll] = useState(typed ? typed.isAll === true : before?.amount === undefined);
  const [isShippedMeanwhile, setShippedMeanwhile] = useState(false);
  const [isRestockedMeanwhile, setRestockedMeanwhile] = useState(false);
  const form = useForm({
    initialValues: typed?.values ?? {
      amount: before?.amount === undefined ? typedPrice(left, currency) : String(before.amount),
      reason: before?.reason ?? '',
      restock: String(before?.restock ?? piecesBack(seen)),
    },
  });
  const { amount: typedAmount, reason: typedReason, restock: typedRestock } = form.values;
  const isAsShown = typedAmount === typedPrice(seen.left, currency) && typedRestock === piecesBack(seen);
  const isTyped = !isAsShown || typedReason.trim() !== '';
  useTelling(isTyped, tellUnsaved);
  useKeptTyped<Typed>(name, () => (isTyped ? { seen, values: form.getValues(), isAll } : undefined));
  const refund = useRefundBooking(booking._id, () => {
    close();
    onRefund(booking);
  });
  const isUnsent = refund.isIdle;
  const isUndecided = refund.isError && !isDecided(refund.error) && unansweredRefund(booking._id) !== undefined;
  const isInDoubt = isUnsent ? before !== undefined : refund.isPending || isUndecided;
  // One that is in doubt may be what took all of it: sent again, it is the same.
  const isNothingLeft = left <= 0 && !isInDoubt && !refund.isSuccess;
  const whyNot = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object each time, and the same form.
  useEffect(() => {
    if (left === seen.left && shipped === seen.shipped && out === seen.out) return;
    if (out < seen.out) setRestockedMeanwhile(true);
    if (isInDoubt) return;
    if (isAll) form.setFieldValue('amount', typedPrice(left, currency));
    if (shipped && !seen.shipped) {
      form.setFieldValue('restock', '0');
      setShippedMeanwhile(true);
    }
    // What was refused stays as it was sent: why stands under it.
    else if (isUnsent && form.getValues().restock === piecesBack(seen)) {
      form.setFieldValue('restock', piecesBack({ left, shipped, out }));
    }
    setSeen({ left, shipped, out });
  }, [left, shipped, out, seen, isInDoubt]);
  const wishOf = ({ amount, reason, restock }: ReturnType<typeof form.getValues>) => {
    // More may be on its way back already than is known here.
    const wanted = isAll ? {} : { amount: numberIn(amount) };
    return { ...wanted, reason, restock: numberIn(restock), shipped: seen.shipped };
  };
  const isSame = before && JSON.stringify(wishOf(form.values)) === JSON.stringify(before);
  const send = (values: ReturnType<typeof form.getValues>) => {
    refund.mutate(wishOf(values), { onError: (error) => showUnderFields(form, error) });
  };
  const amountField = form.getInputProps('amount');
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(send)}>
      <p className={classes.about}>
        {inDigits(booking.quantity)} × <bdi dir="auto">{booking.toolName}</bdi>, paid by{' '}
        <bdi dir="auto">{booking.buyerName}</bdi>. {formatPrice(left, currency)} can go back.
      </p>
      <TextInput
        label={`Amount in ${currency.toUpperCase()}`}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        {...amountField}
        onChange={(event) => {
          setAll(false);
          amountField.onChange(event);
        }}
      />
      <Textarea
        label="Reason"
        description="The buyer reads it beside the order"
        rows={2}
        required
        {...form.getInputProps('reason')}
      />
      <TextInput
        label="Pieces back on the shelf"
        description={
          out === booking.quantity
            ? `Of ${out} that ${out === 1 ? 'was' : 'were'} ordered`
            : `Of ${inDigits(out)} still out: ${inDigits(booking.quantity - out)} of ${inDigits(booking.quantity)} went back before`
        }
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('restock')}
      />
      <Meanwhile>
        {isUnsent &&
          before &&
          (isSame
            ? 'This was sent before, and no answer came. Sent again as it stands here, it is the same refund.'
            : 'A refund was sent before, and no answer came: it may be on its way. What stands here now is another one beside it.')}
      </Meanwhile>
      <Meanwhile>
        {isShippedMeanwhile &&
          'It was shipped a moment ago, so that its pieces are not here to go back: the shelf gets none unless you say so.'}
      </Meanwhile>
      <Meanwhile>
        {isRestockedMeanwhile &&
          `Pieces went back to the shelf a moment ago: ${inDigits(out)} of ${inDigits(booking.quantity)} ${out === 1 ? 'is' : 'are'} still out.`}
      </Meanwhile>
      <RefundWarning amount={typedAmount} restock={typedRestock} {...{ left, out, shipped, currency }} />
      <Meanwhile id="refund-why-not" place={whyNot}>
        {isNothingLeft && 'All of it was refunded meanwhile: nothing is left that could go back.'}
      </Meanwhile>
      <FormError error={refund.error} fields={['amount', 'reason', 'restock']} />
      <Group justify="flex-end">
        <KeepButton close={close} isBusy={refund.isPending} />
        <BusyButton
          type="submit"
          isBusy={refund.isPending}
          disabled={isNothingLeft}
          aria-describedby="refund-why-not"
          reason={whyNot}
        >
          Refund
        </BusyButton>
      </Group>
    </form>
  );
}
