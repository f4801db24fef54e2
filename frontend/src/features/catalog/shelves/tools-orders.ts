/** The orders that tools can be shown in; the first is the usual one. */
export const toolsOrders = [
  { value: '', label: 'Shelf order' },
  { value: 'name', label: 'Name, A to Z' },
  { value: 'PerPrice', label: 'Price, low to high' },
  { value: '-PerPrice', label: 'Price, high to low' },
  { value: '-Ratings', label: 'Best rated' },
  { value: '-Available', label: 'Most in stock' },
];

/** An order by the name that it has in the address. */
export function orderNamed(name: string | null): string {
  return toolsOrders.find(({ value }) => value === name)?.value ?? '';
}
