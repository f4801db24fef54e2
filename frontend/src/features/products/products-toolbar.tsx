import { NativeSelect } from '@mantine/core';
import { longestSearch } from '../../../../modules/kernel/wire/longest.ts';
import { SearchField } from '../../components/fields/search-field.tsx';
import type { How } from '../../lib/navigation/use-address-steps.ts';
import classes from './products.module.css';
import type { ProductsWanted } from './products-query.ts';
import { sorts, states } from './use-products-wanted.ts';

type Props = { wanted: ProductsWanted; want: (change: Partial<ProductsWanted>, how?: How) => void };

export function ProductsToolbar({ wanted, want }: Props) {
  return (
    <search className={classes.toolbar}>
      <SearchField
        label="Search products"
        maxLength={longestSearch}
        value={wanted.search}
        look={(search) => want({ search }, 'typed')}
        className={classes.search}
      />
      <NativeSelect
        label="State"
        data={states}
        value={wanted.state}
        onChange={(event) => want({ state: event.currentTarget.value })}
      />
      <NativeSelect
        label="Sort by"
        data={sorts}
        value={wanted.sort}
        onChange={(event) => want({ sort: event.currentTarget.value })}
      />
    </search>
  );
}
