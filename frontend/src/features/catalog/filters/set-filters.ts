/** A filter that is set, as one reads it, and the filters without it. */
export type SetFilter = { readonly label: string; readonly without: string };

/** What narrows the shelves down now, thing by thing. */
export function setFilters(filters: string, currency: string): SetFilter[] {
  const params = new URLSearchParams(filters);
  const without = (...names: string[]) =>
    `${new URLSearchParams([...params].filter(([name]) => !names.includes(name)))}`;
  const found: SetFilter[] = params.getAll('category').map((category) => ({
    label: category,
    without: `${new URLSearchParams([...params].filter(([name, value]) => name !== 'category' || value !== category))}`,
  }));
  const [least, most] = [params.get('minPrice'), params.get('maxPrice')];
  if (least !== null || most !== null) {
    found.push({ label: priceRange(least, most, currency), without: without('minPrice', 'maxPrice') });
  }
  const rating = params.get('minRating');
  if (rating) found.push({ label: `Rated ${rating} and up`, without: without('minRating') });
  if (params.has('inStock')) found.push({ label: 'In stock', without: without('inStock') });
  return found;
}

function priceRange(least: string | null, most: string | null, currency: string): string {
  // As an address may have it, with a fraction of the smallest coin: it is no price of anything.
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 4 });
  const written = (amount: string) => format.format(Number(amount));
  if (least !== null && most !== null) return `${written(least)} to ${written(most)}`;
  return least !== null ? `From ${written(least)}` : `Up to ${written(most ?? '0')}`;
}
