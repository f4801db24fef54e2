/** As it was typed where that is no number: the server says so, and nothing else is made of it. */
export function numberIn(text: string): number | string {
  return /^-?\d*\.?\d+$/.test(text.trim()) ? Number(text) : text;
}
