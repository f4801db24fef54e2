import { start } from '../../../modules/kernel/event-store.ts';

/** Milliseconds for which what was handed on by a position is taken to be there still, and how many of such positions are known. */
const recently = 60_000;
const mostKnown = 256;

/** Behind which event a subscription begins. */
export type Anchors = {
  /** The event at this position stays there. */
  keep(position: bigint): void;
  /** An event at this position has just been seen by the server. */
  note(position: bigint): void;
  /** Where the server is to begin, so that it brings everything after a position; what it brings up to there is to be left out. */
  before(position: bigint): Promise<bigint>;
};

/**
 * A server goes on behind whichever event is the first from a position on (23.10, `AllSubscriptionFiltered.Subscribe`). Where the one
 * that stood there has been scavenged since, that is the next one, which would never be brought to anybody. So it begins behind the
 * last event that there is before the position, unless the position was seen a moment ago.
 * @param lastBefore the position of the last event of anybody's before a position
 */
export function anchorsOf(lastBefore: (position: bigint) => Promise<bigint>): Anchors {
  const seen = new Map<bigint, number>();
  const kept = new Set<bigint>([start]);
  return {
    keep: (position) => void kept.add(position),
    note(position) {
      seen.delete(position);
      seen.set(position, performance.now());
      if (seen.size <= mostKnown) return;
      const [oldest] = seen.keys();
      if (oldest !== undefined) seen.delete(oldest);
    },
    async before(position) {
      const at = seen.get(position) ?? Number.NEGATIVE_INFINITY;
      return kept.has(position) || performance.now() - at < recently ? position : lastBefore(position);
    },
  };
}
