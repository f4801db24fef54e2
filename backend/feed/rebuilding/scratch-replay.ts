import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, type LogBatch, start } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { Side } from '../../read-models/compare/side.ts';
import type { Scratch } from '../../read-models/scratch/scratch.ts';
import { type ParkedEvent, ParkedEvents } from '../parked/parked-events.ts';
import { AppliedProjection } from '../projections/applied-projection.ts';
import { applyInTurn } from '../projections/apply-in-turn.ts';
import { readLog } from '../subscription/read-log.ts';
import { untouched } from './untouched-store.ts';

/** What is replayed, and how far at first. */
export type ToReplay = {
  readonly projection: Projection;
  readonly upTo: bigint;
};

/** One replay of the log into read models that nobody is shown. */
export type Replay = {
  readonly into: Scratch;
  readonly projections: readonly ToReplay[];
  /** Whether an event never happened, for this replay. */
  readonly isLeftOut?: (event: StoredEvent) => boolean;
};

type Watching = {
  readonly signal?: AbortSignal | undefined;
  /** Told of each position up to which everything is applied. */
  readonly progressed?: ((position: bigint) => void) | undefined;
};

const pieceSize = 1_000;

/** What a projection makes of the log from its first event to exactly some position, and from there on to any later one. */
export class Replayed {
  readonly #store: EventStore;
  readonly #into: Scratch;
  readonly #applied: AppliedProjection;
  readonly #parked: ParkedEvents;
  readonly #isLeftOut: ((event: StoredEvent) => boolean) | undefined;
  readonly apply: (batch: LogBatch) => Promise<undefined>;
  #upTo = start;

  constructor(store: EventStore, { into, isLeftOut }: Replay, { projection, upTo }: ToReplay) {
    this.#store = store;
    this.#into = into;
    this.#isLeftOut = isLeftOut;
    this.#parked = new ParkedEvents(store);
    this.#applied = new AppliedProjection(projection, into, store, this.#parked);
    const ahead = this.#applied.ahead();
    this.apply = async (batch) => {
      const piece = this.#cut(batch, upTo);
      if (piece) await ahead(piece);
    };
  }

  get projection(): Projection {
    return this.#applied.projection;
  }

  /** Why it goes no further. */
  get stopped(): string | undefined {
    return this.#applied.stopped;
  }

  /** The events that could not be folded. */
  get parked(): readonly ParkedEvent[] {
    return this.#parked.entries;
  }

  load(): Promise<void> {
    return this.#applied.load();
  }

  /** It has been fed with everything up to a position. */
  async record(upTo: bigint): Promise<void> {
    this.#upTo = upTo;
    await this.#applied.record();
  }

  /** What it has made, to be compared: it goes on to where the other one stands. */
  get side(): Side {
    const { storedAs: name } = this.projection;
    return {
      name,
      scanning: this.#into.scanning,
      find: async (ids) => ({ documents: await this.#into.getMany(name, ids), asOf: this.#upTo }),
      reach: (position) => this.#reach(position),
    };
  }

  async #reach(position: bigint): Promise<void> {
    const after = this.#upTo;
    if (position === after) return;
    if (position < after) throw new Unavailable(`${this.projection.name} was made anew meanwhile. Please try again.`);
    // Far only where that is far: otherwise a thread would be started for a few events of a log that goes on.
    const store = { ...this.#store, head: async () => position };
    for await (const batch of readLog(store, { after, types: this.projection.types, most: pieceSize })) {
      const piece = this.#cut(batch, position);
      if (piece) await this.#applied.apply(piece);
      if (batch.position >= position) break;
    }
    await this.record(position);
  }

  /** Of a batch what is not after a position. */
  #cut(batch: LogBatch, upTo: bigint): LogBatch | undefined {
    const { events, position } = batch;
    const isLeftOut = this.#isLeftOut;
    const first = events[0]?.position ?? position;
    if (first > upTo) return undefined;
    const isWhole = position <= upTo;
    if (isWhole && !isLeftOut) return batch;
    const some = events.filter((event) => event.position <= upTo && !isLeftOut?.(event));
    return { events: some, position: isWhole ? position : upTo, caughtUp: batch.caughtUp || !isWhole };
  }
}

/**
 * Replays the log from its first event, once for all of these. Nothing is changed of the store, nor of its records.
 * @returns of each replay what its projections made; the scratches are in order, and may be read through
 */
export async function replayed(
  store: EventStore,
  replays: readonly Replay[],
  { signal, progressed }: Watching = {},
): Promise<Replayed[][]> {
  const made = replays.map((replay) => replay.projections.map((one) => new Replayed(untouched(store), replay, one)));
  const all = made.flat();
  await Promise.all(all.map((each) => each.load()));
  const types = new Set(all.flatMap(({ projection }) => projection.types));
  const upTo = replays.flatMap(({ projections }) => projections).reduce(furthest, start);
  const log = readLog({ ...store, head: async () => upTo }, { after: start, types, most: pieceSize });
  for await (const reached of applyInTurn(log, all, (each, batch) => each.apply(batch))) {
    progressed?.(reached);
    signal?.throwIfAborted();
    if (reached >= upTo) break;
  }
  for (const [at, { into, projections }] of replays.entries()) {
    for (const [of, { upTo }] of projections.entries()) await made[at]?.[of]?.record(upTo);
    await into.sort();
  }
  return made;
}

const furthest = (most: bigint, { upTo }: ToReplay) => (upTo > most ? upTo : most);
