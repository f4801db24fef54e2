import type { ToolFacets } from './contract.ts';
import type { Shelf, Sought } from './shelf.ts';

/** The ratings from which on one can choose, and how many categories are told of: the largest. */
const ratings = [4, 3, 2, 1] as const;
const mostCategories = 100;

/**
 * What is found by each value that a filter can have, given the other filters: so that one sees before one chooses. All in one
 * pass, which costs as much as to filter.
 */
export function facetsOf(shelf: Shelf, { words, filter }: Sought): ToolFacets {
  const { columns, categories } = shelf;
  const { state, category, price, stock, rating } = shelf.conditionsOf(filter);
  const byNumber = new Map<number, number>();
  const byRating = ratings.map(() => 0);
  let [total, inStock] = [0, 0];
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of shelf.having(words)) {
    if (!state(number)) continue;
    const itsCategory = columns.category(number);
    // What would show none stays: whoever has narrowed prices down sees by what else they could look.
    if (itsCategory >= 0 && !byNumber.has(itsCategory)) byNumber.set(itsCategory, 0);
    const [isOfCategory, isOfPrice, isOfStock, isOfRating] = [
      category(number),
      price(number),
      stock(number),
      rating(number),
    ];
    const missed = Number(!isOfCategory) + Number(!isOfPrice) + Number(!isOfStock) + Number(!isOfRating);
    if (missed > 1) continue;
    const isFound = missed === 0;
    if (isFound) total += 1;
    if (itsCategory >= 0 && (isFound || !isOfCategory)) byNumber.set(itsCategory, (byNumber.get(itsCategory) ?? 0) + 1);
    if (isFound || !isOfPrice) {
      from = Math.min(from, columns.price(number));
      to = Math.max(to, columns.price(number));
    }
    if ((isFound || !isOfStock) && columns.isInStock(number)) inStock += 1;
    if (isFound || !isOfRating) {
      const its = columns.rating(number);
      for (let at = 0; at < ratings.length; at++) if (its >= (ratings[at] ?? 0)) byRating[at] = (byRating[at] ?? 0) + 1;
    }
  }
  const byCategory = new Map([...byNumber].map(([number, count]) => [categories.keyOf(number) ?? '', count]));
  // Chosen ones are told of in any case, also where the others leave nothing of them: one has to see what one can undo.
  for (const chosen of filter.categories) if (!byCategory.has(chosen)) byCategory.set(chosen, 0);
  const chosen = new Set(filter.categories);
  const largest = [...byCategory]
    .sort(([a, many], [b, more]) => Number(chosen.has(b)) - Number(chosen.has(a)) || more - many || (a < b ? -1 : 1))
    .slice(0, mostCategories);
  return {
    total,
    categories: largest
      .map(([key, count]) => ({ category: categories.nameOf(key), count }))
      .sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1)),
    price: from <= to ? { min: from, max: to } : null,
    inStock,
    ratings: ratings.map((minRating, at) => ({ minRating, count: byRating[at] ?? 0 })),
  };
}
