import type { StoredEvent } from '../kernel/event.ts';
import type { IsSkipped } from '../kernel/history.ts';

/** An operator's decision that a read model, by what it is stored as, passes over an event of a stream. */
export type Skip = { readonly projection: string; readonly eventId: string; readonly eventStream: string };

/** What operators have had read models pass over, as the log says. */
export interface Skips {
  /** The type of the events that say so. */
  readonly type: string;
  /** What such an event says; undefined for other events, and of whom no read model is. */
  skipIn(event: StoredEvent): Skip | undefined;
  has(projection: string, eventId: string): boolean;
  readonly isSkipped: IsSkipped;
  /** As it was decided up to a position of the log, itself included. */
  upTo(position: bigint): IsSkipped;
}
