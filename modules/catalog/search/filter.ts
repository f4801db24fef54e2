import type { Columns } from './columns.ts';
import type { ProductState } from './contract.ts';

/** Which tools somebody wants to see, beside what they search for. What is undefined leaves out nothing. */
export type Filter = {
  readonly state: ProductState;
  /** Any of these, as `categoryKey` writes them, in order and each once; none for all. */
  readonly categories: readonly string[];
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  /** Only what can be ordered now. */
  readonly inStock?: boolean | undefined;
  readonly minRating?: number | undefined;
};

/** What visitors see when they ask for nothing else. */
export const offered: Filter = { state: 'offered', categories: [] };

/** Whether the filter rests on how many pieces there are, which moves with each sale. */
export function isOfStock({ state, inStock }: Filter): boolean {
  return inStock === true || state === 'sold-out';
}

type Condition = (number: number) => boolean;
type Conditions = { readonly [Name in 'state' | 'category' | 'price' | 'stock' | 'rating']: Condition };

/** Leaves out nothing. */
const any: Condition = () => true;

/** All conditions in one, of which those that leave out nothing are not asked. */
export function allOf(conditions: Conditions): Condition {
  const [first = any, ...rest] = Object.values(conditions).filter((condition) => condition !== any);
  return rest.length === 0 ? first : (number) => first(number) && rest.every((condition) => condition(number));
}

/**
 * The filter, one condition apart from the other, by the numbers of tools.
 * @param numberOf the number of a category in the columns; undefined where no tool is in it
 */
export function conditionsOf(
  { state, categories, minPrice, maxPrice, inStock, minRating }: Filter,
  columns: Columns,
  numberOf: (category: string) => number | undefined,
): Conditions {
  const { price, rating, category, isInStock, isRetired } = columns;
  const wanted = categories.flatMap((key) => numberOf(key) ?? []);
  const [from, to] = [minPrice ?? Number.NEGATIVE_INFINITY, maxPrice ?? Number.POSITIVE_INFINITY];
  const least = minRating ?? Number.NEGATIVE_INFINITY;
  const states: Record<ProductState, Condition> = {
    all: any,
    offered: (number) => !isRetired(number),
    'sold-out': (number) => !isRetired(number) && !isInStock(number),
    retired: isRetired,
  };
  return {
    state: states[state],
    category: categories.length === 0 ? any : (number) => wanted.includes(category(number)),
    price:
      minPrice === undefined && maxPrice === undefined ? any : (number) => price(number) >= from && price(number) <= to,
    stock: inStock ? isInStock : any,
    rating: minRating === undefined ? any : (number) => rating(number) >= least,
  };
}
