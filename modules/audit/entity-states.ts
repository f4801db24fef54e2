import { setImmediate } from 'node:timers/promises';
import type { StoredEvent } from '../kernel/event.ts';
import type { EntityView, Shown } from '../kernel/history.ts';
import type { HistoryIndex } from './history-index.ts';
import type { HistoryLog } from './history-log.ts';

/** After how many events of a thing its state is kept, where its view allows it. */
export const keptEvery = 64n;
/** How many events are read at a time. */
const piece = 256;

/** What things were after their events: folded from their streams, from a state that was kept where there is one. */
export class EntityStates {
  /** How the thing of a stream is shown; undefined where only its events are. */
  readonly viewOf: (stream: string) => EntityView | undefined;
  readonly #log: HistoryLog;
  readonly #index: Pick<HistoryIndex, 'kept' | 'keep'>;

  constructor(wiring: {
    viewOf: (stream: string) => EntityView | undefined;
    log: HistoryLog;
    index: Pick<HistoryIndex, 'kept' | 'keep'>;
  }) {
    this.viewOf = wiring.viewOf;
    this.#log = wiring.log;
    this.#index = wiring.index;
  }

  /** What the thing of a stream was after a revision; before its first event, what it begins as. */
  async at(stream: string, revision: bigint): Promise<unknown> {
    const view = this.viewOf(stream);
    let last: unknown = view?.initial;
    await this.walk(stream, { from: revision, to: revision }, ({ after }) => {
      last = after;
    });
    return last;
  }

  /**
   * Calls for each event of a stream between two revisions, both included, with what its thing was before and after. A state
   * that comes by and may be kept is kept for the next who asks. Others get a turn of the event loop after each piece.
   * @param range.isFolded false for the events alone, which are read from the first that is asked for
   */
  async walk(
    stream: string,
    { from, to, isFolded = true }: { from: bigint; to: bigint; isFolded?: boolean },
    visit: (step: { event: StoredEvent; before: unknown; after: unknown }) => void,
  ): Promise<void> {
    const view = isFolded ? this.viewOf(stream) : undefined;
    const kept = view?.keptAs === undefined ? undefined : this.#index.kept(stream, view.keptAs, from - 1n);
    let state: unknown = kept ? JSON.parse(kept.state) : view?.initial;
    // Without a view nothing is folded, and only what is asked for is read.
    for (let next = kept ? kept.at + 1n : view ? 0n : from; next <= to; ) {
      const limit = Number(to - next) + 1;
      const events = await this.#log.read(stream, { from: next, limit: Math.min(limit, piece) });
      for (const event of events) {
        const before = state;
        state = view && isReadable(event) ? view.evolve(state, event) : state;
        if (event.revision >= from) visit({ event, before, after: state });
        const isTime = view?.keptAs !== undefined && (event.revision + 1n) % keptEvery === 0n;
        if (isTime) this.#index.keep(stream, view.keptAs, { at: event.revision, state: JSON.stringify(state) });
      }
      if (events.length === 0) return;
      next = (events.at(-1)?.revision ?? to) + 1n;
      if (next <= to) await setImmediate();
    }
  }

  /** What is shown of a state; of one that was not folded nothing. */
  shown(stream: string, state: unknown): Shown | undefined {
    return state === undefined ? undefined : this.viewOf(stream)?.shown(state);
  }
}

export function isReadable({ unreadable, damaged }: StoredEvent): boolean {
  return unreadable === undefined && damaged === undefined;
}
