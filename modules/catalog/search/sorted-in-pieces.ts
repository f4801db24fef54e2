/** How many are sorted in one go, and how many are merged: a millisecond or two of comparing names. */
const run = 1_024;
const merged = 8_192;

/**
 * Sorts in pieces (merge sort), so that others get their turn in between: in one go 100,000 tools by name would keep the event
 * loop for a fifth of a second. Equal ones stay as they were.
 * @returns at its end them in order
 */
export function* sortedInPieces<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<void, Item[], void> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += run) {
    runs.push(items.slice(from, from + run).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      longer.push(yield* mergedOf(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

function* mergedOf<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<void, Item[], void> {
  const both: Item[] = [];
  for (let [l, r] = [0, 0]; l < left.length || r < right.length; ) {
    const isLeft = r >= right.length || (l < left.length && compare(left[l] as Item, right[r] as Item) <= 0);
    both.push((isLeft ? left[l++] : right[r++]) as Item);
    if (both.length % merged === 0) yield;
  }
  yield;
  return both;
}
