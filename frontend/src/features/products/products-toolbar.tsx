import { NativeSelect, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useState } from 'react';
import classes from './products.module.css';
import type { ProductsWanted } from './products-query.ts';
import { sorts, states } from './use-products-wanted.ts';

/** Long enough to type a word, short enough to feel immediate. */
const pauseMs = 250;

type Props = { wanted: ProductsWanted; want: (change: Partial<ProductsWanted>) => void };

export function ProductsToolbar({ wanted, want }: Props) {
  const [typed, setTyped] = useState(wanted.search);
  const [followed, setFollowed] = useState(wanted.search);
  if (followed !== wanted.search) {
    setFollowed(wanted.search);
    if (typed.trim() !== wanted.search) setTyped(wanted.search);
  }
  useEffect(() => {
    if (typed.trim() === wanted.search) return;
    const timer = setTimeout(() => want({ search: typed.trim() }), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <search className={classes.toolbar}>
      <TextInput
        type="search"
        maxLength={200}
        label="Search products"
        leftSection={<IconSearch size={20} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
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
