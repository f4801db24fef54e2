import { longestSearch } from '../../../../../modules/kernel/wire/longest.ts';
import { type How, useAddressSteps } from '../../../lib/navigation/use-address-steps.ts';
import { filterNames, filtersIn } from '../filters/filters.ts';
import { orderNamed } from './tools-orders.ts';
import type { ToolsWanted } from './tools-query.ts';

/** Search, order, filters and page live in the address bar. An order that there is not is the usual one. */
export function useToolsWanted() {
  const { params, go, withChange } = useAddressSteps();
  const wanted: ToolsWanted = {
    search: (params.get('search') ?? '').slice(0, longestSearch),
    sort: orderNamed(params.get('sort')),
    after: params.get('after') ?? '',
    filters: filtersIn(params),
  };

  /** Another search, order or filter begins at its first page. */
  const want = ({ filters, ...change }: Partial<ToolsWanted>, how?: How) => {
    const next = withChange({ ...change, after: '' });
    if (filters !== undefined) {
      for (const name of filterNames) next.delete(name);
      for (const [name, value] of new URLSearchParams(filters)) next.append(name, value);
    }
    go(next, how);
  };

  /** The address of another page of the same search. */
  const pageAt = (after: string | undefined) => {
    const next = new URLSearchParams(params);
    after ? next.set('after', after) : next.delete('after');
    return `?${next}#tools`;
  };

  return { wanted, want, pageAt };
}
