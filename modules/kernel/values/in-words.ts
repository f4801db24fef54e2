/*
 * Numbers, money (money.ts) and days as the shop writes them. A browser takes some 20 ms to make its first formatter, in one go, and a
 * phone several times that: what most pages show at once does without. The tests hold it to what the formatters write.
 */

/** With a comma at each thousand: 1,234. */
export function inDigits(count: number): string {
  // What is larger is not written in plain digits; and what is no whole number is rounded.
  if (!Number.isSafeInteger(count)) return count.toLocaleString('en');
  return `${count}`.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The day of a moment, where whoever looks is: Nov 23, 2026. */
export function dayInWords(moment: string): string {
  const at = new Date(moment);
  return `${months[at.getMonth()]} ${at.getDate()}, ${at.getFullYear()}`;
}
