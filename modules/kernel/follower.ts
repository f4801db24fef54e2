import type { StoredEvent } from './event.ts';
import type { LogBatch } from './event-store.ts';
import type { Projection } from './projection.ts';

/** Something that each node makes from a read model, keeps in its own memory, and keeps up with the log: an index of words, say. */
export type Follower = {
  readonly projection: Projection;
  /**
   * Hears every batch of the log, once the read models of this node's feed have come so far.
   * @param isShown whether the documents show what an event did to them: not, while the projection or its document stands still
   */
  readonly hear: (batch: LogBatch, isShown: (event: StoredEvent) => boolean) => void;
  /** Makes it when the node opens, a piece at a time, so that others get their turn. */
  readonly fill: (signal?: AbortSignal) => Promise<void>;
  /** Another build of the read model is shown from now on: what was made of the one before is void. */
  readonly beginAnew: () => void;
};
