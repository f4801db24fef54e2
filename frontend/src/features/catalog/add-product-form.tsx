import '@mantine/core/styles/NumberInput.layer.css';
import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { AddToolBody } from '../../../../modules/catalog/contract.ts';
import { FormError } from '../../components/form-error.tsx';
import { change } from '../../lib/api.ts';
import { showUnderFields } from '../../lib/show-under-fields.ts';
import { toast } from '../../lib/toast.ts';
import { useChange } from '../../lib/use-change.ts';
import classes from './add-product-form.module.css';

const numbers = [
  { name: 'MinimumOrder', label: 'Minimum order', allowDecimal: false },
  { name: 'Available', label: 'Available', allowDecimal: false },
  { name: 'PerPrice', label: 'Price a piece', allowDecimal: true },
  { name: 'TotalPrice', label: 'Total price', allowDecimal: true },
  { name: 'Ratings', label: 'Rating', allowDecimal: true },
  { name: 'BuyGear', label: 'Buy gear', allowDecimal: false },
] as const;

const empty = {
  name: '',
  img: '',
  Description: '',
  MinimumOrder: 1,
  Available: 0,
  PerPrice: 0,
  TotalPrice: 0,
  Ratings: 0,
  BuyGear: 0,
};

/** The form checks nothing by itself; what the server refuses is shown under each field. */
export function AddProductForm() {
  const queryClient = useQueryClient();
  const form = useForm<AddToolBody>({ mode: 'uncontrolled', initialValues: empty });
  const addition = useChange({
    name: 'add product',
    call: (body: AddToolBody, key) => change('/tool', { method: 'POST', body, key }),
    onSuccess: () => {
      void toast('Successfully Added A New Product');
      form.reset();
      void queryClient.invalidateQueries({ queryKey: ['tools'] });
    },
    onError: (error) => showUnderFields(form, error),
  });

  return (
    <form noValidate onSubmit={form.onSubmit((values) => addition.mutate(values))}>
      <TextInput label="Name" key={form.key('name')} {...form.getInputProps('name')} />
      <TextInput
        label="Picture"
        description="An https address, or a path of this site such as /pictures/tools/hand-saw.svg"
        key={form.key('img')}
        {...form.getInputProps('img')}
      />
      <Textarea label="Description" rows={4} key={form.key('Description')} {...form.getInputProps('Description')} />
      <div className={classes.numbers}>
        {numbers.map(({ name, ...props }) => (
          <NumberInput min={0} hideControls {...props} key={form.key(name)} {...form.getInputProps(name)} />
        ))}
      </div>
      <FormError error={addition.error} fields={Object.keys(empty)} />
      <Button type="submit" loading={addition.isPending}>
        Add the product
      </Button>
    </form>
  );
}
