import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { filterNames, filtersIn } from './filters.ts';
import { longestSearch, orderNamed } from './tools-orders.ts';
import type { ToolsWanted } from './tools-query.ts';

/**
 * Search, order, filters and page live in the address bar, so that they can be linked to and the back button works. An order that
 * there is not is the usual one.
 */
export function useToolsWanted() {
  const [params, setParams] = useSearchParams();
  const wanted: ToolsWanted = {
    search: (params.get('search') ?? '').slice(0, longestSearch),
    sort: orderNamed(params.get('sort')),
    after: params.get('after') ?? '',
    filters: filtersIn(params),
  };

  // What was wanted last, which the router may not have come to yet: a word that was being typed must not undo the order
  // that was chosen meanwhile, nor the other way round.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);

  /** Another search, order or filter begins at its first page; typing does not fill the history. */
  const want = ({ filters, ...change }: Partial<ToolsWanted>) => {
    const next = new URLSearchParams(latest.current);
    next.delete('after');
    for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name);
    if (filters !== undefined) {
      for (const name of filterNames) next.delete(name);
      for (const [name, value] of new URLSearchParams(filters)) next.append(name, value);
    }
    latest.current = next;
    setParams(next, { replace: true });
  };

  /** The address of another page of the same search. */
  const pageAt = (after: string | undefined) => {
    const next = new URLSearchParams(params);
    after ? next.set('after', after) : next.delete('after');
    return `?${next}#tools`;
  };

  return { wanted, want, pageAt };
}
