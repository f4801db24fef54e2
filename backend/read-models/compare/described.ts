import { idOfSum, isIdOfSum, type Sum } from '../../../modules/kernel/documents/sums.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { Difference } from './difference.ts';

/** A field of a document, or a figure of a sum, that is not the same; undefined where it is not there. */
export type Unlike = { readonly field: string; readonly one: unknown; readonly other: unknown };

/** A difference as people, and programs, are told of it. */
export type Described =
  | {
      readonly kind: 'document' | 'sum';
      readonly id: string;
      /** In which of the two it is. */
      readonly isIn: 'one' | 'other' | 'both';
      /** None where the same is written otherwise. */
      readonly fields: readonly Unlike[];
    }
  | {
      readonly kind: 'listing';
      readonly id: string;
      readonly isIn: 'one' | 'other';
      readonly index: string;
      readonly key: string;
      readonly sort: string;
    };

/** Says a difference field by field. @param other how the other one reads its documents, where that is another fold */
export function described(difference: Difference, one: Projection, other: Projection = one): Described {
  if (difference.kind === 'listing') {
    const { isIn, listing } = difference;
    return { kind: 'listing', ...listing, id: named(listing.id).id, isIn };
  }
  const [before, after] = [
    fieldsIn(difference.one, one, difference.id),
    fieldsIn(difference.other, other, difference.id),
  ];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const fields = [...names].flatMap((field) => {
    const unlike = { field, one: before?.[field], other: after?.[field] };
    return JSON.stringify(unlike.one) === JSON.stringify(unlike.other) ? [] : [unlike];
  });
  const isIn = before === undefined ? 'other' : after === undefined ? 'one' : 'both';
  return { ...named(difference.id), isIn, fields };
}

const sums = idOfSum('');

function named(id: string): { readonly kind: 'document' | 'sum'; readonly id: string } {
  return isIdOfSum(id) ? { kind: 'sum', id: id.slice(sums.length) } : { kind: 'document', id };
}

function fieldsIn(text: string | undefined, projection: Projection, id: string): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    if (!isIdOfSum(id)) return { ...(projection.documentOf(text) as object) };
    const { figures, name } = JSON.parse(text) as Sum;
    return { ...figures, ...(name !== undefined && { name }) };
  } catch {
    return { 'what cannot be read': text };
  }
}
