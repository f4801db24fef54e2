import type { Described, Unlike } from '../../read-models/compare/described.ts';

/** What the two that are compared are called, and what is said of what is in one of them only. */
export type Sides = {
  readonly one: string;
  readonly other: string;
  readonly onlyInOne: string;
  readonly onlyInOther: string;
};

/** How much of a text is shown, in characters. */
const longest = 60;

/**
 * A difference for people and for programs. Texts may be personal, and what is printed may be kept: so what they say is shown
 * only to whoever asks for it. Numbers, and whether something is so, are no secret.
 */
export function differenceOf(
  projection: string,
  difference: Described,
  { sides, values }: { readonly sides: Sides; readonly values: boolean },
): { readonly line: string; readonly object: object } {
  const { kind, id, isIn } = difference;
  if (difference.kind === 'listing') {
    const { index, key, sort } = difference;
    const where = values ? `${index} ${JSON.stringify(key)}` : index;
    const line = `${projection}: ${id} in the list '${where}' ${onlyIn(isIn, sides)}`;
    return {
      line,
      object: { projection, kind, id, isIn: sides[difference.isIn], index, ...(values && { key, sort }) },
    };
  }
  const fields = difference.fields.map(({ field, one, other }) => ({
    field,
    ...(isShown(one, values) && { [sides.one]: one }),
    ...(isShown(other, values) && { [sides.other]: other }),
  }));
  const object = { projection, kind, id, isIn: isIn === 'both' ? isIn : sides[isIn], fields };
  const what = `${projection}: the ${kind} ${id}`;
  if (isIn !== 'both') return { line: `${what} ${onlyIn(isIn, sides)}`, object };
  const unlike = difference.fields.map((one) => saidOf(one, values)).join(', ');
  return { line: `${what}: ${unlike || 'the same, written otherwise'}`, object };
}

function onlyIn(isIn: string, sides: Sides): string {
  return isIn === 'one' ? sides.onlyInOne : sides.onlyInOther;
}

function saidOf({ field, one, other }: Unlike, values: boolean): string {
  return isShown(one, values) && isShown(other, values) ? `${field} ${textOf(one)} → ${textOf(other)}` : field;
}

function isShown(value: unknown, values: boolean): boolean {
  return values || value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean';
}

function textOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
