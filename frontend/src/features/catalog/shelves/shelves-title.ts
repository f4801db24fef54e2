import { filtersIn } from '../filters/filters.ts';

/** What a browser tab with these shelves is called, so that one of several is found again: the words first, which a tab shows. */
export function shelvesTitle(params: URLSearchParams): string {
  const words = params.get('search')?.trim();
  const isFiltered = filtersIn(params) !== '';
  const shelves = `Tools and parts${isFiltered ? ', filtered' : ''}${params.has('after') ? ', a further page' : ''}`;
  return words ? `“${words}” · ${shelves}` : shelves;
}
