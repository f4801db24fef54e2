import { longestCategory, mostCategories } from '../../../../../modules/catalog/bounds/contract.ts';

/** By what the shelves can be narrowed down, in the order in which the address has it. */
export const filterNames = ['category', 'minPrice', 'maxPrice', 'minRating', 'inStock'] as const;
export type FilterName = (typeof filterNames)[number];

/** Whether prices can be told apart by it. What the smallest coin is does not matter for that. */
export const isAmount = (value: string) => /^\d{1,10}(\.\d{1,4})?$/.test(value);

const isGood: Record<FilterName, (value: string) => boolean> = {
  category: (value) => value !== '' && value.length <= longestCategory,
  minPrice: isAmount,
  maxPrice: isAmount,
  minRating: (value) => /^[1-5]$/.test(value),
  inStock: (value) => value === 'true',
};

/** The filters that an address sets, as a query of their own: each once, in one order. What makes no sense is left out. */
export function filtersIn(params: URLSearchParams): string {
  const set = new URLSearchParams();
  for (const name of filterNames) {
    const values = new Set(
      params
        .getAll(name)
        .map((value) => value.trim())
        .filter(isGood[name]),
    );
    for (const value of [...values].slice(0, name === 'category' ? mostCategories : 1)) set.append(name, value);
  }
  return `${set}`;
}

/** A path with its query, and the filters after that. */
export function withFilters(path: string, filters: string): string {
  if (!filters) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${filters}`;
}
