import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { CategoryField } from '../../components/category-field.tsx';
import { FormError } from '../../components/form-error.tsx';
import { PictureField } from '../../components/picture-field.tsx';
import { change } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { showUnderFields } from '../../lib/show-under-fields.ts';
import { toast } from '../../lib/toast.ts';
import { useChange } from '../../lib/use-change.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { changeOf, fieldLabels, type Product, productFields, valuesOf } from './product.ts';
import classes from './products.module.css';
import { productQuery } from './products-query.ts';
import { useProductsChanged } from './use-products-changed.ts';

const numbers = [
  { name: 'PerPrice', inputMode: 'decimal' },
  { name: 'TotalPrice', inputMode: 'decimal' },
  { name: 'MinimumOrder', inputMode: 'numeric' },
  { name: 'Ratings', inputMode: 'decimal' },
  { name: 'BuyGear', inputMode: 'numeric' },
] as const;

/**
 * All that is said of a product. It is saved by the version that one began with: what somebody else has saved meanwhile is
 * shown, and what was typed stays. The form checks nothing by itself; what the server refuses is shown under each field.
 */
export function ProductForm({ product }: { product: Product }) {
  const client = useQueryClient();
  const changed = useProductsChanged();
  const [base, setBase] = useState(product);
  const [theirs, setTheirs] = useState<Product>();
  const [isUploading, setUploading] = useState(false);
  const form = useForm({ initialValues: valuesOf(product) });
  const saving = useChange({
    name: 'change product',
    call: (wish: { id: string; body: ReturnType<typeof changeOf> }, key) =>
      change(`/tool/${wish.id}`, { method: 'PUT', body: wish.body, key }),
    onSuccess: async () => {
      void toast('The product is saved');
      const now = await client.fetchQuery(productQuery(product._id));
      setBase(now);
      form.setInitialValues(valuesOf(now));
      form.setValues(valuesOf(now));
      form.resetDirty();
      await changed();
    },
    onError: async (error) => {
      showUnderFields(form, error);
      if (!(error instanceof ApiError) || error.status !== 409) return;
      const now = await client.fetchQuery(productQuery(product._id));
      if (now.version !== base.version) setTheirs(now);
    },
  });
  const settle = (now: Product, mine: boolean) => {
    setBase(now);
    setTheirs(undefined);
    saving.reset();
    if (!mine) form.setValues(valuesOf(now));
  };
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit((values) => saving.mutate({ id: product._id, body: changeOf(values, base.version) }))}
    >
      {theirs && (
        <ChangedMeanwhile
          base={valuesOf(base)}
          theirs={valuesOf(theirs)}
          keepMine={() => settle(theirs, true)}
          takeTheirs={() => settle(theirs, false)}
        />
      )}
      <TextInput label={fieldLabels.name} {...form.getInputProps('name')} />
      <CategoryField {...form.getInputProps('category')} />
      <PictureField {...form.getInputProps('img')} value={form.values.img} toShow="Save" onUploading={setUploading} />
      <Textarea label={fieldLabels.Description} rows={4} {...form.getInputProps('Description')} />
      <div className={classes.numbers}>
        {numbers.map(({ name, inputMode }) => (
          <TextInput
            key={name}
            label={fieldLabels[name]}
            inputMode={inputMode}
            autoComplete="off"
            {...form.getInputProps(name)}
          />
        ))}
      </div>
      <Textarea
        label={fieldLabels.specifications}
        description="One a line, such as Weight: 450 g"
        rows={3}
        {...form.getInputProps('specifications')}
      />
      <Textarea
        label={fieldLabels.pictures}
        description="One address a line"
        rows={2}
        {...form.getInputProps('pictures')}
      />
      <FormError error={theirs ? null : saving.error} fields={productFields} />
      <div className={classes.actions}>
        <BusyButton type="submit" isBusy={saving.isPending} disabled={theirs !== undefined || isUploading}>
          Save
        </BusyButton>
      </div>
    </form>
  );
}
