/** Numbers by their names. */
export type Figures = { readonly [name: string]: number };

/** What an event adds to one sum: a number may be negative, or 0 for it to be there. */
export type Addition = {
  readonly id: string;
  readonly add: Figures;
  /** What the sum is called from this event on: the newest counts. */
  readonly name?: string;
};

/** What was added up under one id by all events of a projection. Once it is there it stays, so that order never matters. */
export type Sum = {
  readonly id: string;
  readonly figures: Figures;
  readonly name?: string;
  /** The position of the event that it has its name of. */
  readonly namedAt?: string;
};

const prefix = 'sum:';

/** Under which id a sum is kept, beside the documents. */
export function idOfSum(id: string): string {
  return prefix + id;
}

export function isIdOfSum(id: string): boolean {
  return id.startsWith(prefix);
}

/** The sum with more in it. Additions may come in any order, and in any batches: what they make is the same. */
export function plus(sum: Sum | undefined, { id, add, name }: Addition, position: bigint): Sum {
  const figures: Record<string, number> = { ...sum?.figures };
  let isOther = false;
  for (const what in add) {
    const earlier = figures[what];
    if (earlier === undefined) isOther = true;
    figures[what] = (earlier ?? 0) + (add[what] ?? 0);
  }
  const isNewer = name !== undefined && position >= BigInt(sum?.namedAt ?? 0);
  const named = isNewer ? { name, namedAt: String(position) } : { name: sum?.name, namedAt: sum?.namedAt };
  return { id, figures: isOther ? sortedByName(figures) : figures, ...(named.name !== undefined && named) };
}

/**
 * Of each sum one addition that stands for all of these, in the order in which the sums come first.
 * @param added what is added, and the positions of the events that add it
 */
export function addedTogether(
  added: readonly { readonly addition: Addition; readonly position: bigint }[],
): { readonly addition: Addition; readonly position: bigint }[] {
  const bySum = new Map<string, { add: Record<string, number>; name: string | undefined; position: bigint }>();
  for (const { addition, position } of added) {
    let all = bySum.get(addition.id);
    if (!all) {
      all = { add: {}, name: undefined, position };
      bySum.set(addition.id, all);
    }
    for (const name in addition.add) all.add[name] = (all.add[name] ?? 0) + (addition.add[name] ?? 0);
    if (addition.name === undefined || (all.name !== undefined && position < all.position)) continue;
    all.name = addition.name;
    all.position = position;
  }
  return [...bySum].map(([id, { add, name, position }]) => ({
    addition: { id, add, ...(name !== undefined && { name }) },
    position,
  }));
}

/** Always in one order, so that the same sum is the same text. */
function sortedByName(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
