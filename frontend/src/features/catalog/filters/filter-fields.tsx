import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Checkbox, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { categoryKey } from '../../../../../modules/catalog/categories/contract.ts';
import type { ToolFacets } from '../../../../../modules/catalog/search/contract.ts';
import { numberIn, whichNumber } from '../../../../../modules/kernel/values/number-in.ts';
import { usePriceFormat } from '../../../lib/queries/config-query.ts';
import { filtersIn, isAmount } from './filters.ts';
import classes from './tool-filters.module.css';

type Props = { filters: string; facets: ToolFacets | undefined; set: (filters: string) => void };

/** What can be chosen, each with how many tools it would show. What would show none stays, so that it can be undone. */
export function FilterFields({ filters, facets, set }: Props) {
  const params = new URLSearchParams(filters);
  const format = usePriceFormat();
  const change = (name: string, values: string[]) => {
    const next = new URLSearchParams([...params].filter(([other]) => other !== name));
    for (const value of values) next.append(name, value);
    set(filtersIn(next));
  };
  // As the address writes them, which may be otherwise than the shop does: an old link, or one typed by hand.
  const chosen = new Map(params.getAll('category').map((category) => [categoryKey(category), category]));
  const among = facets?.categories ?? [...chosen.values()].map((category) => ({ category, count: undefined }));
  const range = facets?.price;
  const [least, most] = [params.get('minPrice'), params.get('maxPrice')];
  const isTurned = least !== null && most !== null && Number(most) < Number(least);

  return (
    <div className={classes.fields}>
      {among.length > 0 && (
        <Checkbox.Group
          label="Category"
          value={[...chosen.values()]}
          onChange={(values) => change('category', values)}
          className={classes.group}
        >
          <div className={classes.choices}>
            {among.map(({ category, count }) => (
              <Checkbox
                key={category}
                value={chosen.get(categoryKey(category)) ?? category}
                label={<Counted words={category} count={count} />}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <fieldset className={classes.group}>
        <legend>Price{range && format && <small>{` ${format(range.min)} to ${format(range.max)}`}</small>}</legend>
        <div className={classes.range}>
          <Amount label="From" name="minPrice" params={params} change={change} />
          <Amount
            label="To"
            name="maxPrice"
            params={params}
            change={change}
            wrong={isTurned && 'This is less than From'}
          />
        </div>
      </fieldset>
      <Radio.Group
        label="Rating"
        value={params.get('minRating') ?? ''}
        onChange={(value) => change('minRating', value ? [value] : [])}
        className={classes.group}
      >
        <div className={classes.choices}>
          <Radio value="" label="Any" />
          {(facets?.ratings ?? [])
            .filter(({ minRating }) => Number.isInteger(minRating) && minRating > 0)
            .map(({ minRating, count }) => (
              <Radio
                key={minRating}
                value={`${minRating}`}
                label={<Counted words={`${minRating} and up`} count={count} />}
              />
            ))}
        </div>
      </Radio.Group>
      <fieldset className={classes.group}>
        <legend>Stock</legend>
        <div className={classes.choices}>
          <Checkbox
            label={<Counted words="Only what is in stock" count={facets?.inStock} />}
            checked={params.has('inStock')}
            onChange={(event) => change('inStock', event.currentTarget.checked ? ['true'] : [])}
          />
        </div>
      </fieldset>
    </div>
  );
}

function Counted({ words, count }: { words: string; count: number | undefined }) {
  return (
    <>
      <bdi dir="auto">{words}</bdi>
      {count !== undefined && <span className={classes.count}> ({new Intl.NumberFormat('en').format(count)})</span>}
    </>
  );
}

type AmountProps = {
  label: string;
  name: 'minPrice' | 'maxPrice';
  params: URLSearchParams;
  change: (name: string, values: string[]) => void;
  /** What is wrong with what is set. */
  wrong?: string | false;
};

/** Taken when one leaves the field or presses Enter: half a number is no wish. */
function Amount({ label, name, params, change, wrong = false }: AmountProps) {
  const settled = params.get(name) ?? '';
  const [typed, type] = useState(settled);
  const [followed, follow] = useState(settled);
  const [noPrice, setNoPrice] = useState<string>();
  // It follows the address as the same field: another one in its place would not have the focus of whoever pressed Enter.
  if (followed !== settled) {
    follow(settled);
    type(settled);
    setNoPrice(undefined);
  }
  const settle = () => {
    const said = typed.trim();
    if (said === settled) return;
    const value = said && `${numberIn(said)}`;
    const isTaken = value === '' || (isAmount(value) && !whichNumber(said));
    setNoPrice(isTaken ? undefined : (whichNumber(said) ?? 'A price is a number, such as 12.50'));
    if (isTaken && value !== settled) change(name, value ? [value] : []);
  };
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={(event) => {
        type(event.currentTarget.value);
        setNoPrice(undefined);
      }}
      error={noPrice ?? wrong}
      data-refused={noPrice !== undefined || undefined}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
    />
  );
}
