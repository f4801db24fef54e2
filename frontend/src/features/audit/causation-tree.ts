import type { HistoryEntry, Why } from '../../../../modules/audit/contract.ts';

/** An event among those of its request: whether it is the one asked about, led to it, came of it, or just stands beside. */
export type Cause = {
  readonly entry: HistoryEntry;
  readonly is: 'this' | 'cause' | 'effect' | 'beside';
  readonly effects: readonly Cause[];
};

/** All that came of one request as trees: below each event what it caused, in the order of the log. */
export function causationTree({ event, causes, effects, beside }: Why): Cause[] {
  const roleOf = new Map<string, Cause['is']>([
    ...beside.map(({ position }) => [position, 'beside'] as const),
    ...effects.map(({ position }) => [position, 'effect'] as const),
    ...causes.map(({ position }) => [position, 'cause'] as const),
    [event.position, 'this'],
  ]);
  const all = [...beside, ...effects, ...causes, event].toSorted((one, other) =>
    BigInt(one.position) < BigInt(other.position) ? -1 : 1,
  );
  const earlier = new Set<string>();
  const roots: HistoryEntry[] = [];
  const below = new Map<string, HistoryEntry[]>();
  for (const entry of all) {
    const { causationId } = entry;
    // A cause stands before what it causes; so nothing is below itself.
    if (causationId !== null && earlier.has(causationId)) {
      below.set(causationId, [...(below.get(causationId) ?? []), entry]);
    } else roots.push(entry);
    if (entry.event) earlier.add(entry.event.id);
  }
  const grown = (entry: HistoryEntry): Cause => ({
    entry,
    is: roleOf.get(entry.position) ?? 'beside',
    effects: (below.get(entry.event?.id ?? '') ?? []).map(grown),
  });
  return roots.map(grown);
}
