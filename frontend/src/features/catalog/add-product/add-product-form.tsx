import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { numberIn } from '../../../../../modules/kernel/values/number-in.ts';
import { UnsavedDialog } from '../../../components/dialogs/unsaved-dialog.tsx';
import { CategoryField } from '../../../components/fields/category-field.tsx';
import { PictureField } from '../../../components/fields/picture-field.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { change } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { smallestOrderNote } from '../../../lib/formatting/card-bounds.ts';
import { resetSent } from '../../../lib/forms/reset-sent.ts';
import { showUnderFields } from '../../../lib/forms/show-under-fields.ts';
import { useTypedAgain } from '../../../lib/forms/typed-before.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { useUnsaved } from '../../../lib/navigation/use-unsaved.ts';
import { configQuery } from '../../../lib/queries/config-query.ts';
import { toast } from '../../../lib/toast.ts';
import classes from './add-product-form.module.css';

const numbers = [
  { name: 'MinimumOrder', label: 'Minimum order', inputMode: 'numeric' },
  { name: 'Available', label: 'Available', inputMode: 'numeric' },
  { name: 'PerPrice', label: 'Price a piece', inputMode: 'decimal' },
  { name: 'TotalPrice', label: 'Total price', inputMode: 'decimal' },
  { name: 'Ratings', label: 'Rating', inputMode: 'decimal' },
  { name: 'BuyGear', label: 'Buy gear', inputMode: 'numeric' },
] as const;

/** The price begins empty: nothing is sold for nothing because nobody has thought of it. */
const empty = {
  name: '',
  category: '',
  img: '',
  Description: '',
  MinimumOrder: '1',
  Available: '0',
  PerPrice: '',
  TotalPrice: '0',
  Ratings: '0',
  BuyGear: '0',
};

const allFields = Object.keys(empty) as (keyof typeof empty)[];

/** A tool without a category is in none. */
function productOf({ category, ...values }: typeof empty) {
  const typed = Object.fromEntries(numbers.map(({ name }) => [name, numberIn(values[name])]));
  return { ...values, ...typed, ...(category.trim() !== '' && { category }) };
}

/** The form checks nothing by itself; what the server refuses is shown under each field. */
export function AddProductForm({ isAdmin }: { isAdmin: boolean }) {
  const queryClient = useQueryClient();
  const [isUploading, setUploading] = useState(false);
  const form = useForm({ initialValues: empty });
  useTypedAgain('product', form);
  const currency = useQuery(configQuery).data?.currency;
  const isTyped = allFields.some((field) => form.values[field].trim() !== empty[field]);
  const { asking } = useUnsaved(isTyped || isUploading);
  const addition = useChange({
    name: 'add product',
    call: (body: ReturnType<typeof productOf>, key) => change('/tool', { method: 'POST', body, key }),
    onSuccess: () => {
      void toast('Successfully Added A New Product');
      void queryClient.invalidateQueries({ queryKey: ['tools'] });
      void queryClient.invalidateQueries({ queryKey: ['categories'] });
    },
    onError: (error) => showUnderFields(form, error),
  });
  const { error, reset } = addition;
  const wasAdmin = useRef(isAdmin);
  useEffect(() => {
    // That only admins may do this is said of somebody who is one by now.
    if (isAdmin && !wasAdmin.current && error instanceof ApiError && error.status === 403) reset();
    wasAdmin.current = isAdmin;
  }, [isAdmin, error, reset]);

  const { PerPrice, MinimumOrder } = form.values;
  const noCard = smallestOrderNote(PerPrice, MinimumOrder, currency);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        addition.mutate(productOf(values), { onSuccess: () => resetSent(form, values) }),
      )}
    >
      <TextInput label="Name" {...form.getInputProps('name')} />
      <CategoryField
        description="Where shoppers find it beside others of its kind; may be left out"
        {...form.getInputProps('category')}
      />
      <PictureField
        {...form.getInputProps('img')}
        value={form.values.img}
        toShow="Add the product"
        onUploading={setUploading}
      />
      <Textarea label="Description" rows={4} {...form.getInputProps('Description')} />
      <div className={classes.numbers}>
        {numbers.map(({ name, ...props }) => (
          <TextInput
            key={name}
            autoComplete="off"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description={name === 'PerPrice' && noCard}
            {...props}
            {...form.getInputProps(name)}
          />
        ))}
      </div>
      <FormError error={error} fields={allFields} />
      <BusyButton type="submit" isBusy={addition.isPending} disabled={isUploading}>
        Add the product
      </BusyButton>
      <UnsavedDialog asking={asking} />
    </form>
  );
}
