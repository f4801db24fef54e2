import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeToolBody } from '../../../../modules/catalog/contract.ts';
import { CategoryField } from '../../components/fields/category-field.tsx';
import { PictureField } from '../../components/fields/picture-field.tsx';
import { BusyButton } from '../../components/forms/busy-button.tsx';
import { FormError } from '../../components/forms/form-error.tsx';
import { change } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { smallestOrderNote } from '../../lib/formatting/card-bounds.ts';
import { showUnderFields } from '../../lib/forms/show-under-fields.ts';
import { useKeptTyped, useTypedBefore } from '../../lib/forms/typed-before.ts';
import { useTelling } from '../../lib/forms/use-telling.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { configQuery } from '../../lib/queries/config-query.ts';
import { toast } from '../../lib/toast.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import {
  changeOf,
  differ,
  fieldLabels,
  type Merged,
  mergedOf,
  type Product,
  type ProductField,
  type ProductValues,
  productFields,
  valuesOf,
} from './product.ts';
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

type Props = { product: Product; tellUnsaved: (isUnsaved: boolean) => void };

/**
 * All that is said of a product. It is saved by the version that one began with: what somebody else has saved meanwhile is
 * taken over where nothing was typed, and asked about where both have changed something. The form checks nothing by itself; what the server refuses is shown under each field.
 */
export function ProductForm({ product, tellUnsaved }: Props) {
  const client = useQueryClient();
  const changed = useProductsChanged();
  const name = `details of ${product._id}`;
  const typed = useTypedBefore<{ base: Product; values: ProductValues }>(name);
  const [base, setBase] = useState(typed?.base ?? product);
  const [meanwhile, setMeanwhile] = useState<Merged & { theirs: Product }>();
  const [isUploading, setUploading] = useState(false);
  const currency = useQuery(configQuery).data?.currency;
  const form = useForm({ initialValues: typed?.values ?? valuesOf(product) });
  /** Goes on from what is saved now. `from` is what the form was filled in upon. */
  const goOnFrom = (now: Product, from: ProductValues) => {
    const merged = mergedOf(from, form.getValues(), valuesOf(now));
    setBase(now);
    form.setValues(merged.values);
    return merged;
  };
  const saving = useChange({
    name: 'change product',
    call: ({ id, body }: { id: string; typed: ProductValues; body: ChangeToolBody }, key) =>
      change(`/tool/${id}`, { method: 'PUT', body, key }),
    onSuccess: async (_, { typed }) => {
      void toast('The product is saved', 'success', name);
      setMeanwhile(undefined);
      const now = await client.fetchQuery(productQuery(product._id));
      // What was typed since it was sent stays.
      goOnFrom(now, typed);
      await changed();
    },
    onError: async (error) => {
      showUnderFields(form, error);
      if (!(error instanceof ApiError) || error.status !== 409) return;
      const now = await client.fetchQuery(productQuery(product._id));
      if (now.version === base.version) return;
      setMeanwhile({ ...goOnFrom(now, valuesOf(base)), theirs: now });
      // What was wrong is said by that.
      saving.reset();
    },
  });
  const choose = (field: ProductField, whose: 'mine' | 'theirs') => {
    if (!meanwhile) return;
    if (whose === 'theirs') form.setFieldValue(field, valuesOf(meanwhile.theirs)[field]);
    setMeanwhile({ ...meanwhile, contested: meanwhile.contested.filter((one) => one !== field) });
  };
  const isTyped = differ(valuesOf(base), form.values);
  useTelling(isTyped || isUploading, tellUnsaved);
  useKeptTyped(name, () => (isTyped ? { base, values: form.getValues() } : undefined));
  const isAsked = meanwhile !== undefined && meanwhile.contested.length > 0;
  const { PerPrice, MinimumOrder } = form.values;
  const noCard = smallestOrderNote(PerPrice, MinimumOrder, currency);
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit((values) =>
        saving.mutate({ id: product._id, typed: values, body: changeOf(values, base) }),
      )}
    >
      {meanwhile && (
        <ChangedMeanwhile
          key={meanwhile.theirs.version}
          theirs={valuesOf(meanwhile.theirs)}
          taken={meanwhile.taken}
          contested={meanwhile.contested}
          choose={choose}
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
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description={name === 'PerPrice' && noCard}
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
      <FormError error={saving.error} fields={productFields} />
      <div className={classes.actions}>
        <BusyButton type="submit" isBusy={saving.isPending} disabled={isAsked || isUploading}>
          Save
        </BusyButton>
      </div>
    </form>
  );
}
