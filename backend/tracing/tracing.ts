import type { Commands } from '../../modules/kernel/commands.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore, LogBatch } from '../../modules/kernel/event-store.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import type { TraceParent } from './trace-ids.ts';

/** A call, as far as a trace tells of it: nothing of what was sent, and no address as it came. */
export type TracedCall = {
  readonly method: string;
  /** The path of its route, as declared. */
  readonly route: string;
  readonly correlationId: string;
  readonly parent: TraceParent | undefined;
  /** Of the answer, once it is given. */
  readonly status: () => number;
};

/**
 * Tells a collector of traces what became of what: from the call over commands and events to projections and the browsers that
 * are told. A trace is what has one correlation id, so that it goes on at other nodes and in what the shop does later.
 */
export type Tracing = {
  readonly call: <Result>(call: TracedCall, work: () => Promise<Result>) => Promise<Result>;
  readonly commands: (commands: Commands) => Commands;
  readonly store: (store: EventStore) => EventStore;
  /** Hears of each batch that GETs of this node show, and when applying it began (milliseconds since the Unix epoch). */
  readonly appliedBy: (projections: readonly Projection[]) => (batch: LogBatch, since: number) => void;
  /** So many browsers were told of an event. */
  readonly told: (event: StoredEvent, notice: string, browsers: number) => void;
  /** Sends what has not been sent, and gives that up where it takes too long. */
  readonly close: () => Promise<void>;
};
