import { type Aggregate, streamOf } from '../../modules/kernel/aggregate.ts';
import type { DomainEvent, StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';

/** What a command did to a stream, kept so that its repeat can be answered. */
export type Recorded<E extends DomainEvent> = {
  readonly fingerprint: string;
  readonly events: readonly E[];
  readonly position: bigint;
};

/** A stream as far as this process has read it. */
export type StreamState<State, E extends DomainEvent> = {
  readonly stream: string;
  state: State;
  /** The last revision folded in; -1 before the first event. */
  revision: bigint;
  /** The position of that event; 0 before the first. */
  position: bigint;
  readonly commands: Map<string, Recorded<E>>;
};

/** Folds further events of the stream into its state. */
export function advance<State, E extends DomainEvent>(
  aggregate: Aggregate<State, E>,
  stream: StreamState<State, E>,
  events: readonly StoredEvent[],
): void {
  for (const stored of events) {
    const event = stored as StoredEvent<E>; // A stream holds the events of its own aggregate only.
    stream.state = aggregate.evolve(stream.state, event);
    stream.revision = event.revision;
    stream.position = event.position;
    const { commandId, fingerprint } = event.meta;
    const before = stream.commands.get(commandId)?.events ?? [];
    stream.commands.set(commandId, { fingerprint, events: [...before, event], position: event.position });
  }
}

/**
 * States of the streams that were used last. They are hints: a decision that rests on one is guarded by the expected
 * revision when it appends, and made again on the fresh stream before anything is refused.
 */
export class StreamStates {
  readonly #store: EventStore;
  readonly #capacity: number;
  readonly #states = new Map<string, StreamState<unknown, DomainEvent>>();

  constructor(store: EventStore, capacity: number) {
    this.#store = store;
    this.#capacity = capacity;
  }

  /** The state that is known, which may be behind; undefined when none is. */
  known<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, id: string): StreamState<State, E> | undefined {
    // A stream's name begins with its aggregate's, so that the state under it is of that aggregate.
    return this.#states.get(streamOf(aggregate, id)) as StreamState<State, E> | undefined;
  }

  /** The state at the stream's end; only what is not known yet is read. */
  async fresh<State, E extends DomainEvent>(
    aggregate: Aggregate<State, E>,
    id: string,
  ): Promise<StreamState<State, E>> {
    const stream = streamOf(aggregate, id);
    const state: StreamState<State, E> = this.known(aggregate, id) ?? {
      stream,
      state: aggregate.initial,
      revision: -1n,
      position: 0n,
      commands: new Map(),
    };
    const tail = await this.#store.readStream(stream, { from: state.revision + 1n });
    advance(
      aggregate,
      state,
      tail.filter((event) => event.revision > state.revision),
    );
    this.#keep(stream, state as StreamState<unknown, DomainEvent>);
    return state;
  }

  /** Forgets what is known of a stream. */
  forget(stream: string): void {
    this.#states.delete(stream);
  }

  #keep(stream: string, state: StreamState<unknown, DomainEvent>): void {
    this.#states.delete(stream);
    this.#states.set(stream, state);
    if (this.#states.size <= this.#capacity) return;
    const oldest = this.#states.keys().next();
    if (!oldest.done) this.#states.delete(oldest.value);
  }
}
