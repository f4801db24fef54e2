import type { StoredEvent } from '../kernel/event.ts';
import { evolved, foldView, type Tally } from '../kernel/history.ts';
import type { Skip, Skips } from './skips.ts';

/** How an event is added up in a tally. */
type Adding = {
  readonly tally: Tally;
  readonly skips: Skips;
  /** A stream's events from its first to a revision. */
  readonly read: (stream: string, upTo: bigint) => Promise<readonly StoredEvent[]>;
};

/** The types of events that change a tally: when an operator has one skipped, what was held by it counts from then on. */
export const typesOf = ({ types }: Tally, skips: Skips) => [...types, skips.type];

/** What is added up with one more event, given what it made of its thing; as it was where the event does not count. */
export function withOne(
  tally: Tally,
  sum: unknown,
  change: { readonly before: unknown; readonly after: unknown; readonly event: StoredEvent },
): unknown {
  try {
    return tally.add(sum, change);
  } catch {
    return sum; // What cannot be added up is not, and keeps nothing else from being so.
  }
}

/**
 * The state of a tally with one more event, as the read model whose sums it follows counts it: what cannot be folded holds its
 * thing, until an operator says that it is to be passed over.
 * @param before the events of its stream before it, where they are at hand
 */
export async function tallied(
  { tally, skips, read }: Adding,
  sum: unknown,
  event: StoredEvent,
  before?: readonly StoredEvent[],
): Promise<unknown> {
  const skip = skips.skipIn(event);
  if (skip) return skip.projection === tally.of.projection ? afterSkip({ tally, skips, read }, sum, event, skip) : sum;
  if (!tally.types.includes(event.type)) return sum;
  const { stream, revision, position } = event;
  const earlier = before ?? (revision === 0n ? [] : await read(stream, revision - 1n));
  const isSkipped = skips.upTo(position);
  const state = foldView(tally.of, earlier, isSkipped);
  const { state: after, counts } = evolved(tally.of, state, event, isSkipped);
  return counts ? withOne(tally, sum, { before: state, after, event }) : sum;
}

/** Adds what has happened to a thing while it was held by an event that is passed over from now on. */
async function afterSkip(
  { tally, skips, read }: Adding,
  sum: unknown,
  { position }: StoredEvent,
  { eventId, eventStream }: Skip,
): Promise<unknown> {
  const [wasSkipped, isSkipped] = [skips.upTo(position - 1n), skips.upTo(position)];
  const events = await read(eventStream, BigInt(Number.MAX_SAFE_INTEGER) - 1n);
  let added = sum;
  let [was, is] = [tally.of.initial, tally.of.initial];
  for (const event of events) {
    if (event.position >= position) break;
    was = evolved(tally.of, was, event, wasSkipped).state;
    const { state, counts } = evolved(tally.of, is, event, isSkipped);
    const wasHeld = tally.of.heldBy?.(was)?.eventId === eventId;
    if (wasHeld && counts && tally.types.includes(event.type)) {
      added = withOne(tally, added, { before: is, after: state, event });
    }
    is = state;
  }
  return added;
}
