import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { longestSearch } from '../../../../modules/kernel/wire/longest.ts';
import { type How, useAddressSteps } from '../../lib/navigation/use-address-steps.ts';
import type { ProductsWanted } from './products-query.ts';

export const states = [
  { value: '', label: 'All' },
  { value: 'offered', label: 'Offered' },
  { value: 'sold-out', label: 'Sold out' },
  { value: 'retired', label: 'Retired' },
];

export const sorts = [
  { value: '', label: 'Name' },
  { value: 'Available', label: 'Fewest left' },
  { value: '-sold', label: 'Most sold' },
  { value: '-PerPrice', label: 'Dearest' },
  { value: 'PerPrice', label: 'Cheapest' },
  { value: '-Ratings', label: 'Best rated' },
];

/** Left in the history by whoever opens a product from the list: the list is one step back then. */
export const openedFromList = 'opened-from-list';

const oneOf = (options: readonly { value: string }[], said: string | null) =>
  options.some(({ value }) => value === said) ? (said ?? '') : '';

/** Search, filter, order, page and what is being edited live in the address bar. */
export function useProductsWanted() {
  const { params, go, withChange } = useAddressSteps();
  const wanted: ProductsWanted = {
    search: (params.get('search') ?? '').slice(0, longestSearch),
    state: oneOf(states, params.get('state')),
    sort: oneOf(sorts, params.get('sort')),
    after: params.get('after') ?? '',
  };

  /** Another search begins at its first page. */
  const want = (change: Partial<ProductsWanted>, how?: How) => go(withChange({ ...change, after: '' }), how);
  const addressWith = (change: Readonly<Record<string, string>>) => `?${withChange(change)}`;
  const navigate = useNavigate();
  const { state, key } = useLocation();
  const closed = useRef('');
  /** Goes back to the list, which keeps the way to its pages before; there is none behind a product whose address was opened. */
  const close = () => {
    if (state !== openedFromList) return go(withChange({ edit: '' }), 'righted');
    // Escape once more, before the router has come to it, would be another step back.
    if (closed.current !== key) void navigate(-1);
    closed.current = key;
  };

  return { wanted, want, addressWith, editing: params.get('edit') ?? '', close };
}
