import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { inDigits } from '../../../../modules/kernel/values/in-words.ts';
import { numberIn } from '../../../../modules/kernel/values/number-in.ts';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { FormError } from '../../components/forms/form-error.tsx';
import { change } from '../../lib/api/api.ts';
import { resetSent } from '../../lib/forms/reset-sent.ts';
import { showUnderFields } from '../../lib/forms/show-under-fields.ts';
import { useTypedAgain } from '../../lib/forms/typed-before.ts';
import { useTelling } from '../../lib/forms/use-telling.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { useWatched } from '../../lib/live/watched.ts';
import { toast } from '../../lib/toast.ts';
import type { Product } from './product.ts';
import classes from './products.module.css';
import { useProductsChanged } from './use-products-changed.ts';

type Props = { product: Product; tellUnsaved: (isUnsaved: boolean) => void };

/** More pieces, or fewer, and why: what is sold meanwhile is no conflict. */
export function StockSection({ product, tellUnsaved }: Props) {
  const changed = useProductsChanged();
  useWatched(product._id);
  const form = useForm({ initialValues: { change: '', reason: '' } });
  useTypedAgain(`stock of ${product._id}`, form);
  useTelling(
    Object.values(form.values).some((text) => text.trim() !== ''),
    tellUnsaved,
  );
  const adjusting = useChange({
    name: 'adjust stock',
    call: ({ id, ...body }: { id: string; change: number | string; reason: string }, key) =>
      change<{ Available: number }>(`/tool/${id}/stock`, { method: 'POST', body, key }),
    onSuccess: async ({ Available }) => {
      void toast(`${inDigits(Available)} ${Available === 1 ? 'piece is' : 'pieces are'} available now`);
      await changed();
    },
    onError: (error) => showUnderFields(form, error),
  });
  return (
    <section className={classes.section} aria-labelledby="stock">
      <h3 id="stock">Stock</h3>
      <p>
        {inDigits(product.Available)} available, {inDigits(product.sold)} sold.
      </p>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit((values) =>
          adjusting.mutate(
            { id: product._id, change: numberIn(values.change), reason: values.reason },
            { onSuccess: () => resetSent(form, values) },
          ),
        )}
      >
        <div className={classes.numbers}>
          <TextInput
            label="More or fewer pieces"
            description="Such as 10, or -2"
            autoComplete="off"
            {...form.getInputProps('change')}
          />
          <TextInput label="Reason" description="Delivered, broken, counted" {...form.getInputProps('reason')} />
        </div>
        <FormError error={adjusting.error} fields={['change', 'reason']} />
        <div className={classes.actions}>
          <BusyButton type="submit" variant="default" isBusy={adjusting.isPending}>
            Adjust the stock
          </BusyButton>
        </div>
      </form>
    </section>
  );
}
