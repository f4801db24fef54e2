import { LRUCache } from 'lru-cache';
import { type Aggregate, streamOf } from '../../modules/kernel/aggregate.ts';
import type { DomainEvent, StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';

/** How many events are read at a time, so that a long stream neither fills the memory nor holds up everything else. */
const pageSize = 1_000;

/** Where in its stream a command's events stand, kept so that its repeat can be answered. */
export type Recorded = {
  readonly fingerprint: string;
  /** The revision of the first. */
  readonly first: bigint;
  readonly count: number;
};

/** A stream as far as this process has read it. */
export type StreamState<State> = {
  readonly stream: string;
  state: State;
  /** The last revision folded in; -1 before the first event. */
  revision: bigint;
  /** The position of that event; 0 before the first. */
  position: bigint;
  readonly commands: Map<string, Recorded>;
};

/** Folds further events of the stream into its state. */
export function advance<State, E extends DomainEvent>(
  aggregate: Aggregate<State, E>,
  stream: StreamState<State>,
  events: readonly StoredEvent[],
): void {
  for (const stored of events) {
    const event = stored as StoredEvent<E>; // A stream holds the events of its own aggregate only.
    stream.state = aggregate.evolve(stream.state, event);
    stream.revision = event.revision;
    stream.position = event.position;
    const { commandId, fingerprint } = event.meta;
    const { first = event.revision, count = 0 } = stream.commands.get(commandId) ?? {};
    stream.commands.set(commandId, { fingerprint, first, count: count + 1 });
  }
}

/** What a stream and each command of it take in memory, roughly and measured, in bytes. */
const bytes = { stream: 2_000, command: 700 };

/**
 * An LRU cache of streams' states. They are hints: a decision that rests on one is guarded by the expected revision when
 * it appends, and made again on the fresh stream before anything is refused.
 */
export class StreamStates {
  readonly #store: EventStore;
  readonly #states: LRUCache<string, StreamState<unknown>>;

  /** @param most how many streams, and how many bytes all of them together by a rough measure */
  constructor(store: EventStore, most: { streams: number; bytes: number }) {
    this.#store = store;
    this.#states = new LRUCache({
      max: most.streams,
      maxSize: most.bytes,
      // A stream is needed whole, with all its commands, whatever its size: a very long one takes half of the room and
      // is kept, since otherwise every order of a tool in demand would read all that were before it.
      sizeCalculation: ({ commands }) =>
        Math.min(bytes.stream + bytes.command * commands.size, Math.ceil(most.bytes / 2)),
    });
  }

  /** The state that is known, which may be behind; undefined when none is. */
  known<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, id: string): StreamState<State> | undefined {
    const stream = streamOf(aggregate, id);
    // A stream's name begins with its aggregate's, so that the state under it is of that aggregate.
    return this.#states.get(stream) as StreamState<State> | undefined;
  }

  /** The state at the stream's end; only what is not known yet is read. */
  async fresh<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, id: string): Promise<StreamState<State>> {
    const stream = streamOf(aggregate, id);
    const state: StreamState<State> = this.known(aggregate, id) ?? {
      stream,
      state: aggregate.initial,
      revision: -1n,
      position: 0n,
      commands: new Map(),
    };
    for (let isLast = false; !isLast; ) {
      const page = await this.#store.readStream(stream, { from: state.revision + 1n, limit: pageSize });
      // Somebody else may have read or written the same meanwhile.
      advance(
        aggregate,
        state,
        page.filter((event) => event.revision > state.revision),
      );
      isLast = page.length < pageSize;
    }
    this.keep(state);
    return state;
  }

  /** Forgets what is known of a stream. */
  forget(stream: string): void {
    this.#states.delete(stream);
  }

  /**
   * Keeps a state, to be called when it has grown: what it takes is measured here. One of a stream that is not there is
   * not kept. Without this, whoever asks for sessions or tools that never were would push out those in use.
   */
  keep(state: StreamState<unknown>): void {
    if (state.revision < 0n) return;
    this.#states.delete(state.stream);
    this.#states.set(state.stream, state);
  }
}
