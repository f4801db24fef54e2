import { LRUCache } from 'lru-cache';
import { tallied, typesOf, withOne } from '../../modules/audit/tallied.ts';
import { isReadable, type StoredEvent } from '../../modules/kernel/event.ts';
import type { LogBatch } from '../../modules/kernel/event-store.ts';
import { evolved, foldView, type Tally } from '../../modules/kernel/history.ts';
import type { HistoryIndexFile } from './history-index-file.ts';
import type { KeptState } from './kept-state.ts';
import type { KnownSkips } from './known-skips.ts';

/** After how many events of a tally its state is kept: so many are folded at most to know it at any moment. */
const keptEvery = 512;
/**
 * How many things' states are remembered, so that what happens to them right after is added without reading their streams, which are
 * short. Few: of a thousand each would outlive two collections of the young generation, and be moved to the old one, for nothing.
 */
const remembered = 128;

type Sum = {
  readonly state: unknown;
  /** Up to where it is added up. */
  readonly position: number;
  /** How many events were added since it was kept. */
  readonly since: number;
};

type Running = {
  readonly tally: Tally;
  sum: Sum;
  /** As it was before the last piece, which may come to nothing. */
  before: Sum;
  readonly things: LRUCache<string, { readonly revision: bigint; readonly state: unknown }>;
};

type Wiring = {
  readonly tallies: readonly Tally[];
  readonly file: HistoryIndexFile;
  /** What operators have had passed over: what was decided before an event counts for it. */
  readonly skips: KnownSkips;
  /** A stream's events up to a revision, opened or not: nothing personal is added up. */
  readonly read: (stream: string, upTo: bigint) => Promise<readonly StoredEvent[]>;
};

/**
 * Adds up the tallies as the log goes by, and has their states kept with what is indexed, so that nobody ever adds up more than
 * a few hundred events to know one as of any moment.
 */
export class RunningTallies {
  readonly #wiring: Wiring;
  readonly #running: readonly Running[];

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
    this.#running = wiring.tallies.map((tally) => {
      const nothing = { state: tally.initial, position: 0, since: 0 };
      return { tally, sum: nothing, before: nothing, things: new LRUCache({ max: remembered }) };
    });
  }

  /**
   * Adds a piece of the log.
   * @param after the position up to which the log is indexed, behind which the piece stands
   * @returns what is to be kept once the piece is indexed
   */
  async add({ events, position }: LogBatch, after: number): Promise<KeptState[]> {
    const kept: KeptState[] = [];
    const { skips } = this.#wiring;
    // What was decided behind the piece is known as well, and counts from there on only.
    if (this.#running.some(({ sum }) => sum.position !== after) || events.some(({ type }) => type === skips.type)) {
      await skips.load();
    }
    for (const running of this.#running) {
      if (running.sum.position !== after) await this.#catchUp(running, after);
      running.before = running.sum;
      for (const event of events) {
        if (!isReadable(event)) continue;
        if (!isOf(running.tally, event, skips)) this.#follow(running, event);
        else {
          // Mostly at hand: a promise for each event would be the larger part of its work.
          const adding = this.#addTo(running, event);
          if (typeof adding === 'boolean' ? adding : await adding) kept.push(keptOf(running));
        }
      }
      running.sum = { ...running.sum, position: Number(position) };
    }
    return kept;
  }

  /** The last piece was not written. */
  takeBack(): void {
    for (const running of this.#running) running.sum = running.before;
  }

  /** From what was kept last, by whichever process, to where the index is. */
  async #catchUp(running: Running, upTo: number): Promise<void> {
    const { file, read, skips } = this.#wiring;
    const { name, keptAs, initial } = running.tally;
    const types = typesOf(running.tally, skips);
    const kept = file.kept(name, keptAs, BigInt(upTo));
    const isBegunAnew = running.sum.position > upTo;
    if (isBegunAnew || (kept && Number(kept.at) > running.sum.position)) {
      running.sum = { state: kept ? JSON.parse(kept.state) : initial, position: Number(kept?.at ?? 0), since: 0 };
    }
    if (isBegunAnew) running.things.clear();
    for (;;) {
      const places = file.oldest({ types }, { after: running.sum.position, upTo, limit: keptEvery });
      for (const { stream, revision, position } of places) {
        const event = (await read(stream, revision)).at(-1);
        if (event?.position === position && isReadable(event)) await this.#addTo(running, event);
        running.sum = { ...running.sum, position: Number(position) };
      }
      if (places.length < keptEvery) break;
    }
    running.sum = { ...running.sum, position: upTo };
  }

  /** @returns whether it is time to keep the state; a promise where something has to be read first */
  #addTo(running: Running, event: StoredEvent): boolean | Promise<boolean> {
    const { tally, things } = running;
    const { skips } = this.#wiring;
    const skip = skips.skipIn(event);
    if (skip) things.delete(skip.eventStream);
    if (skip || !tally.types.includes(event.type)) return this.#addAsTold(running, event);
    if (event.revision === 0n) return this.#addChange(running, event, tally.of.initial);
    const known = things.get(event.stream);
    if (known?.revision === event.revision - 1n) return this.#addChange(running, event, known.state);
    return this.#addAfterReading(running, event);
  }

  /** What an operator has had passed over, and whatever else is not told by one event alone. */
  async #addAsTold(running: Running, event: StoredEvent): Promise<boolean> {
    const { tally, sum } = running;
    const { skips, read } = this.#wiring;
    return added(running, event, await tallied({ tally, skips, read }, sum.state, event));
  }

  /** Of a thing that is not remembered. */
  async #addAfterReading(running: Running, event: StoredEvent): Promise<boolean> {
    const { skips, read } = this.#wiring;
    const { stream, revision, position } = event;
    const before = foldView(running.tally.of, await read(stream, revision - 1n), skips.upTo(position));
    return this.#addChange(running, event, before);
  }

  #addChange(running: Running, event: StoredEvent, before: unknown): boolean {
    const { tally, things, sum } = running;
    const isSkipped = this.#wiring.skips.upTo(event.position);
    const { state: after, counts } = evolved(tally.of, before, event, isSkipped);
    things.set(event.stream, { revision: event.revision, state: after });
    return added(running, event, counts ? withOne(tally, sum.state, { before, after, event }) : sum.state);
  }

  /** What a remembered thing is after an event that is not added up. */
  #follow({ tally, things }: Running, event: StoredEvent): void {
    const known = things.peek(event.stream);
    if (known?.revision !== event.revision - 1n) return;
    const { state } = evolved(tally.of, known.state, event, this.#wiring.skips.upTo(event.position));
    things.set(event.stream, { revision: event.revision, state });
  }
}

/** Moves a sum on by one event. @returns whether it is time to keep it */
function added(running: Running, event: StoredEvent, state: unknown): boolean {
  const { since } = running.sum;
  const isTime = since + 1 >= keptEvery;
  running.sum = { state, position: Number(event.position), since: isTime ? 0 : since + 1 };
  return isTime;
}

const isOf = ({ types }: Tally, { type }: StoredEvent, skips: KnownSkips) =>
  type === skips.type || types.includes(type);

const keptOf = ({ tally: { name, keptAs }, sum }: Running): KeptState => ({
  name,
  version: keptAs,
  at: sum.position,
  state: JSON.stringify(sum.state),
});
