import { useState } from 'react';
import { tooFewFor } from '../../../../modules/catalog/words/contract.ts';
import { mostPieces, tooManyPieces } from '../../../../modules/kernel/wire/most-pieces.ts';

/** What somebody is typing as the quantity of a line. */
export type Typed = {
  readonly text: string;
  /** Why it is no number of pieces, once the field was left. */
  readonly refused?: string;
};

/**
 * What is typed as quantities, by the tools of their lines. What is no number of pieces stays as it was typed, and is said: the press that
 * leaves the field may be the one that checks out, with another number than the one that is shown.
 */
export function useTypedQuantities(settle: (toolId: string, quantity: number) => void) {
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());

  const set = (toolId: string, next: Typed | undefined) =>
    setTyped((before) => {
      const after = new Map(before);
      if (next) after.set(toolId, next);
      else after.delete(toolId);
      return after;
    });

  return {
    of: (toolId: string) => typed.get(toolId),
    type: (toolId: string, text: string) => set(toolId, { text }),
    /** The field is left: what is typed counts, or is refused. */
    leave(toolId: string, minimum: number) {
      const text = typed.get(toolId)?.text;
      if (text === undefined) return;
      const refused = refusalOf(text.trim(), minimum);
      if (refused !== undefined) return set(toolId, { text, refused });
      settle(toolId, Number(text));
      set(toolId, undefined);
    },
    forget: (toolId: string) => set(toolId, undefined),
  };
}

export type TypedQuantities = ReturnType<typeof useTypedQuantities>;

/** Why this is no number of pieces. Whether there are as many, the shelf says. */
function refusalOf(text: string, minimum: number): string | undefined {
  if (text === '') return 'Required';
  if (!/^-?\d+$/.test(text)) return 'Must be a whole number';
  if (Number(text) < 1) return tooFewFor(minimum);
  return Number(text) > mostPieces ? tooManyPieces : undefined;
}
