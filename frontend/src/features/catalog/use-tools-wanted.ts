import { useSearchParams } from 'react-router-dom';
import { longestSearch, orderNamed } from './tools-orders.ts';
import type { ToolsWanted } from './tools-query.ts';

/**
 * Search, order and page live in the address bar, so that they can be linked to and the back button works. An order that
 * there is not is the usual one.
 */
export function useToolsWanted() {
  const [params, setParams] = useSearchParams();
  const wanted: ToolsWanted = {
    search: (params.get('search') ?? '').slice(0, longestSearch),
    sort: orderNamed(params.get('sort')),
    after: params.get('after') ?? '',
  };

  /** Another search or order begins at its first page; typing does not fill the history. */
  const want = (change: Partial<ToolsWanted>) =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        next.delete('after');
        for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name);
        return next;
      },
      { replace: true },
    );

  /** The address of another page of the same search. */
  const pageAt = (after: string | undefined) => {
    const next = new URLSearchParams(params);
    after ? next.set('after', after) : next.delete('after');
    return `?${next}#tools`;
  };

  return { wanted, want, pageAt };
}
