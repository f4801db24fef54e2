import { LRUCache } from 'lru-cache';
import { type Aggregate, streamOf } from '../../modules/kernel/aggregate.ts';
import type { DomainEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { roughBytes } from '../../modules/kernel/memory/rough-bytes.ts';
import type { Snapshots } from './snapshots/snapshots.ts';
import { StreamSnapshots } from './snapshots/stream-snapshots.ts';
import { advance, beginning, type StreamState } from './stream-state.ts';

/** How many events are read at a time, so that a long stream neither fills the memory nor holds up everything else. */
const pageSize = 500;

/** What a stream without its state, each command of it, each run of those that changed nothing, and each filter take in memory beside their bytes, roughly and measured. */
const bytes = { stream: 1_500, command: 56, idle: 120, filter: 200 };

/**
 * An LRU cache of streams' states. They are hints: a decision that rests on one is guarded by the expected revision when
 * it appends, and made again on the fresh stream before anything is refused.
 */
export class StreamStates {
  readonly #store: EventStore;
  readonly #snapshots: StreamSnapshots;
  readonly #states: LRUCache<string, StreamState<unknown>>;

  /**
   * @param most how many streams, and how many bytes all of them together by a rough measure
   * @param snapshots where those of long streams are kept; without it all streams are folded from their first event
   */
  constructor(store: EventStore, most: { streams: number; bytes: number }, snapshots?: Snapshots) {
    this.#store = store;
    this.#snapshots = new StreamSnapshots(snapshots);
    this.#states = new LRUCache({
      max: most.streams,
      maxSize: most.bytes,
      // A stream is needed whole, with all its commands, whatever its size: a very long one takes half of the room and
      // is kept, since otherwise every order of a tool in demand would read all that were before it.
      sizeCalculation: (stream) => Math.min(sizeOf(stream), Math.ceil(most.bytes / 2)),
    });
  }

  /** The state that is known, which may be behind; undefined when none is. */
  known<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, id: string): StreamState<State> | undefined {
    const stream = streamOf(aggregate, id);
    // A stream's name begins with its aggregate's, so that the state under it is of that aggregate.
    return this.#states.get(stream) as StreamState<State> | undefined;
  }

  /** Whether something is known of a stream, which is there then. */
  has(stream: string): boolean {
    return this.#states.has(stream);
  }

  /** The state at the stream's end; only what is not known yet is read. */
  async fresh<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, id: string): Promise<StreamState<State>> {
    const state = this.known(aggregate, id) ?? (await this.#begun(aggregate, streamOf(aggregate, id)));
    for (let isLast = false; !isLast; ) {
      const page = await this.#store.readStream(state.stream, { from: state.revision + 1n, limit: pageSize });
      // Somebody else may have read or written the same meanwhile.
      advance(
        aggregate,
        state,
        page.filter((event) => event.revision > state.revision),
      );
      this.#snapshots.take(aggregate, state);
      isLast = page.length < pageSize;
    }
    this.#keep(state);
    return state;
  }

  /** Forgets what is known of a stream. */
  forget(stream: string): void {
    this.#states.delete(stream);
  }

  /** Keeps a state, to be called when it has grown: what it takes is measured here. */
  keep<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, state: StreamState<State>): void {
    this.#snapshots.take(aggregate, state);
    this.#keep(state);
  }

  /**
   * One of a stream that is not there is not kept: without this, whoever asks for sessions or tools that never were would
   * push out those in use. Nor one whose snapshot somebody else has overtaken: it is read from theirs the next time.
   */
  #keep(state: StreamState<unknown>): void {
    this.#states.delete(state.stream);
    if (state.revision >= 0n && !state.isOvertaken) this.#states.set(state.stream, state);
  }

  /** As far as it need not be folded: from its last snapshot, if that is of this very stream. */
  async #begun<State, E extends DomainEvent>(
    aggregate: Aggregate<State, E>,
    stream: string,
  ): Promise<StreamState<State>> {
    const kept = this.#snapshots.read(aggregate, stream);
    if (!kept) return beginning(aggregate, stream);
    const [last] = await this.#store.readStream(stream, { from: kept.revision, limit: 1 });
    if (last && this.#snapshots.isOf(last, kept)) return { ...kept, lastCommand: last.meta.commandId };
    this.#snapshots.forget(aggregate, stream);
    return beginning(aggregate, stream);
  }
}

/**
 * What a stream's events have made of it up to a revision. Where many stand together that changed nothing they are not read: without this, whoever has
 * said so under thousands of keys could have all of them read with each that they say again.
 */
export async function stateAsOf<State, E extends DomainEvent>(
  store: EventStore,
  aggregate: Aggregate<State, E>,
  { stream, idle }: Pick<StreamState<State>, 'stream' | 'idle'>,
  upTo: bigint,
): Promise<State> {
  const read = beginning(aggregate, stream);
  const readOn = async (last: bigint) => {
    while (read.revision < last) {
      const left = Number(last - read.revision);
      const page = await store.readStream(stream, { from: read.revision + 1n, limit: Math.min(left, pageSize) });
      if (page.length === 0) return;
      advance(aggregate, read, page);
    }
  };
  for (const { from, to } of [...idle]) {
    if (from > upTo) break;
    await readOn(from - 1n);
    read.revision = to;
  }
  await readOn(upTo);
  return read.state;
}

function sizeOf({ state, commands, idle }: StreamState<unknown>): number {
  let size = bytes.stream + roughBytes(state) + bytes.command * commands.recent.size + bytes.idle * idle.length;
  for (const filter of commands.indexed?.commands.filters ?? []) size += bytes.filter + filter.bytes.length;
  return size;
}
