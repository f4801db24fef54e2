/** The same category, however it is written. */
export function categoryKey(category: string): string {
  return category.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
}
