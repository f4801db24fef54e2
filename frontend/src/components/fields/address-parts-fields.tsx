import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { countries } from '../../../../modules/users/address-words/contract.ts';
import { type AddressParts, type PartName, partId } from '../../lib/forms/use-address-parts.ts';
import classes from './delivery-fields.module.css';

/** By the names that browsers fill them in by (HTML, autofill), in the order in which most forms have them. */
const fields: { name: PartName; label: string; autoComplete: string; isWhole?: true; list?: string }[] = [
  { name: 'street', label: 'Street and number', autoComplete: 'address-line1', isWhole: true },
  { name: 'postcode', label: 'Postcode', autoComplete: 'postal-code' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'country', label: 'Country', autoComplete: 'country-name', isWhole: true, list: 'address-countries' },
];

/** A postcode may have letters anywhere, and there are countries without: no keyboard of digits, and not asked for. */
export function AddressPartsFields({ parts }: { parts: AddressParts }) {
  return (
    <fieldset className={classes.parts} aria-label="The address in parts">
      {fields.map(({ name, isWhole, ...field }) => (
        <TextInput
          key={name}
          id={partId(name)}
          className={isWhole && classes.whole}
          value={parts.values?.[name] ?? ''}
          error={parts.errors[name]}
          onChange={(event) => parts.type(name, event.currentTarget.value)}
          {...field}
        />
      ))}
      <datalist id="address-countries">
        {countries().map(({ code, name }) => (
          <option key={code} value={name} />
        ))}
      </datalist>
      <div className={classes.saved}>
        <Checkbox
          label="Save it for my next orders"
          checked={parts.isWanted}
          onChange={(event) => parts.want(event.currentTarget.checked)}
        />
        {parts.isSaved && (
          <Button variant="subtle" size="compact-md" color="gray" onClick={parts.remove}>
            Forget the saved one
          </Button>
        )}
      </div>
    </fieldset>
  );
}
