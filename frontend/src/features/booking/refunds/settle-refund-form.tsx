import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Group, Radio, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { orderNumber } from '../../../../../modules/kernel/values/order-number.ts';
import type { FailedRefund, SettleRefundBody } from '../../../../../modules/payments/contract.ts';
import { KeepButton } from '../../../components/dialogs/keep-button.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import { typedIn, useTypedAgain } from '../../../lib/forms/typed-before.ts';
import { useTelling } from '../../../lib/forms/use-telling.ts';
import { usePriceFormat } from '../../../lib/queries/config-query.ts';
import classes from './refund-form.module.css';
import { useSettleRefund } from './use-settle-refund.ts';
import { whyNotRefunded } from './why-not-refunded.ts';

type Props = {
  refund: FailedRefund;
  tellUnsaved: (isUnsaved: boolean) => void;
  close: () => void;
  onSettled: () => void;
};

const ways: readonly { how: SettleRefundBody['how']; label: string; description: string }[] = [
  {
    how: 'elsewhere',
    label: 'The buyer was given it in another way',
    description: 'By a transfer, say. The order counts as refunded, and the buyer is told.',
  },
  {
    how: 'not owed',
    label: 'It is not owed',
    description: 'A dispute gave it to the buyer, say, or they keep what they bought. The order stays as it is.',
  },
];

/** What became of money that could not go back, where it is not tried again. The server says what is missing. */
export function SettleRefundForm({ refund, tellUnsaved, close, onSettled }: Props) {
  const { _id, bookingId, amount } = refund;
  const format = usePriceFormat();
  const form = useForm({ mode: 'controlled', initialValues: { how: '', note: '' } });
  useTypedAgain(`settle refund ${_id}`, form);
  useTelling(typedIn(form) !== undefined, tellUnsaved);
  const settle = useSettleRefund(_id, () => {
    close();
    onSettled();
  });
  const send = (said: ReturnType<typeof form.getValues>) =>
    settle.mutate(said, { onError: (error) => showUnderFields(form, error) });
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(send)}>
      <p className={classes.about}>
        {format?.(amount)} of order {orderNumber(bookingId)} could not go back. {whyNotRefunded(refund)}.
      </p>
      <Radio.Group
        label="What became of the money"
        required
        size="md"
        {...form.getInputProps('how')}
        // The focus is for one of them to take, and not for the group.
        data-path={undefined}
      >
        <div className={classes.choices}>
          {ways.map(({ how, label, description }, nth) => (
            <Radio
              key={how}
              value={how}
              label={label}
              description={description}
              {...(nth === 0 && { 'data-path': 'how', 'data-autofocus': true })}
            />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label="What was done"
        description="Admins read it in the history"
        rows={2}
        required
        {...form.getInputProps('note')}
      />
      <FormError error={settle.error} fields={['how', 'note']} />
      <Group justify="flex-end">
        <KeepButton close={close} isBusy={settle.isPending}>
          Leave it
        </KeepButton>
        <BusyButton type="submit" isBusy={settle.isPending}>
          Settle
        </BusyButton>
      </Group>
    </form>
  );
}
