/** Written so that no two parts of it want the same digits: of a long text that is no number, each would be tried with each. */
const plain = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;
/** One or two digits after the comma are no group of thousands: 12,50 can only be twelve and a half. */
const decimalComma = /^-?\d*,\d{1,2}$/;
const groupedByPoints = /^-?\d{1,3}(?:\.\d{3})+,\d{1,2}$/;
const groupedByCommas = /^-?\d{1,3}(?:,\d{3})+\.\d{1,2}$/;
/** After a point only where the last is 0: a program that writes 4.125 writes no 0 that says nothing. */
const oneGroup = /^(-?[1-9]\d{0,2})(?:,(\d{3})|\.(\d\d0))$/;

/**
 * What somebody wrote as a number, with a point or, as most of Europe and its spreadsheets and phones do, with a comma. As it was
 * written where that is no number, or could be two (1,000 and 1.000): the server says so, and nothing else is made of it.
 */
export function numberIn(text: string): number | string {
  const said = text.trim();
  if (oneGroup.test(said)) return text;
  if (plain.test(said)) return Number(said);
  if (decimalComma.test(said)) return Number(said.replace(',', '.'));
  if (groupedByPoints.test(said)) return Number(said.replaceAll('.', '').replace(',', '.'));
  if (groupedByCommas.test(said)) return Number(said.replaceAll(',', ''));
  return text;
}

/** For people, when it is what stands in the place of a number and could be two; undefined otherwise. */
export function whichNumber(said: unknown): string | undefined {
  if (typeof said !== 'string') return;
  const [, whole, afterComma, afterPoint] = oneGroup.exec(said.trim()) ?? [];
  const group = afterComma ?? afterPoint;
  if (!whole || !group) return;
  return `It could be ${whole}${group} or ${Number(`${whole}.${group}`)}: write the one you mean`;
}
