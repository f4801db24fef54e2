import { LRUCache } from 'lru-cache';
import { tallied, typesOf, withOne } from '../../modules/audit/tallied.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { LogBatch } from '../../modules/kernel/event-store.ts';
import { evolved, foldView, isReadable, type Tally } from '../../modules/kernel/history.ts';
import type { HistoryIndexFile, KeptState } from './history-index-file.ts';
import type { KnownSkips } from './known-skips.ts';

/** After how many events of a tally its state is kept: so many are folded at most to know it at any moment. */
const keptEvery = 512;
/** How many things' states are remembered, so that what happens to them soon after is added without reading their streams, which are short. */
const remembered = 1_024;

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
        if (!typesOf(running.tally, skips).includes(event.type)) this.#follow(running, event);
        else if (await this.#addTo(running, event)) kept.push(keptOf(running));
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

  /** @returns whether it is time to keep the state */
  async #addTo(running: Running, event: StoredEvent): Promise<boolean> {
    const { tally, things, sum } = running;
    const { skips, read } = this.#wiring;
    const isTime = sum.since + 1 >= keptEvery;
    const added = (state: unknown) => {
      running.sum = { state, position: Number(event.position), since: isTime ? 0 : sum.since + 1 };
    };
    const skip = skips.skipIn(event);
    if (skip || !tally.types.includes(event.type)) {
      if (skip) things.delete(skip.eventStream);
      added(await tallied({ tally, skips, read }, sum.state, event));
      return isTime;
    }
    const before = await this.#stateBefore(running, event);
    const { state: after, counts } = evolved(tally.of, before, event, skips.upTo(event.position));
    added(counts ? withOne(tally, sum.state, { before, after, event }) : sum.state);
    things.set(event.stream, { revision: event.revision, state: after });
    return isTime;
  }

  /** Of the thing that an event is about: remembered, or folded from its stream. */
  async #stateBefore({ tally, things }: Running, { stream, revision, position }: StoredEvent): Promise<unknown> {
    if (revision === 0n) return tally.of.initial;
    const known = things.get(stream);
    if (known?.revision === revision - 1n) return known.state;
    const { skips, read } = this.#wiring;
    return foldView(tally.of, await read(stream, revision - 1n), skips.upTo(position));
  }

  /** What a remembered thing is after an event that is not added up. */
  #follow({ tally, things }: Running, event: StoredEvent): void {
    const known = things.peek(event.stream);
    if (known?.revision !== event.revision - 1n) return;
    const { state } = evolved(tally.of, known.state, event, this.#wiring.skips.upTo(event.position));
    things.set(event.stream, { revision: event.revision, state });
  }
}

const keptOf = ({ tally: { name, keptAs }, sum }: Running): KeptState => ({
  name,
  version: keptAs,
  at: sum.position,
  state: JSON.stringify(sum.state),
});
