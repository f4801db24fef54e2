import { setImmediate } from 'node:timers/promises';
import type { StoredEvent } from '../kernel/event.ts';
import { type EntityView, evolved, type Shown } from '../kernel/history.ts';
import type { HistoryIndex } from './history-index.ts';
import type { HistoryLog } from './history-log.ts';
import type { Skips } from './skips.ts';

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
  /** What operators have had passed over by now: it is so at every moment of a thing. */
  readonly #skips: Skips;

  constructor(wiring: {
    viewOf: (stream: string) => EntityView | undefined;
    log: HistoryLog;
    index: Pick<HistoryIndex, 'kept' | 'keep'>;
    skips: Skips;
  }) {
    this.viewOf = wiring.viewOf;
    this.#log = wiring.log;
    this.#index = wiring.index;
    this.#skips = wiring.skips;
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
    visit: (step: { event: StoredEvent; before: unknown; after: unknown; failed?: string | undefined }) => void,
  ): Promise<void> {
    const view = isFolded ? this.viewOf(stream) : undefined;
    const kept = view && this.#keptOf(stream, view, from - 1n);
    let state: unknown = kept ? kept.state : view?.initial;
    // Without a view nothing is folded, and only what is asked for is read.
    for (let next = kept ? kept.at + 1n : view ? 0n : from; next <= to; ) {
      const limit = Number(to - next) + 1;
      const events = await this.#log.read(stream, { from: next, limit: Math.min(limit, piece) });
      for (const event of events) {
        const before = state;
        const step = view && evolved(view, state, event, this.#skips.isSkipped);
        state = step ? step.state : state;
        if (event.revision >= from) visit({ event, before, after: state, failed: step?.failed });
        const isTime = view?.keptAs !== undefined && (event.revision + 1n) % keptEvery === 0n;
        if (isTime) this.#index.keep(stream, view.keptAs, { at: event.revision, state: JSON.stringify(state) });
      }
      if (events.length === 0) return;
      next = (events.at(-1)?.revision ?? to) + 1n;
      if (next <= to) await setImmediate();
    }
  }

  /** The last state that was kept, up to a revision. One that is held by what was skipped since is none. */
  #keptOf(stream: string, view: EntityView, upTo: bigint): { at: bigint; state: unknown } | undefined {
    if (view.keptAs === undefined) return undefined;
    for (let last = upTo; ; ) {
      const kept = this.#index.kept(stream, view.keptAs, last);
      if (!kept) return undefined;
      const state: unknown = JSON.parse(kept.state);
      if (!this.isHeldNoMore(view, state)) return { at: kept.at, state };
      last = BigInt(view.heldBy?.(state)?.revision ?? 0) - 1n;
    }
  }

  /** Whether a state is held by an event that was skipped since it was folded. */
  isHeldNoMore(view: EntityView, state: unknown): boolean {
    const held = view.heldBy?.(state);
    return held !== undefined && view.projection !== undefined && this.#skips.has(view.projection, held.eventId);
  }

  /** What an event makes of a state, by what is skipped at this moment. */
  evolved(view: EntityView, state: unknown, event: StoredEvent): unknown {
    return evolved(view, state, event, this.#skips.isSkipped).state;
  }

  /** What is shown of a state; of one that was not folded nothing. */
  shown(stream: string, state: unknown): Shown | undefined {
    try {
      return state === undefined ? undefined : this.viewOf(stream)?.shown(state);
    } catch {
      return undefined; // A damaged event has made of it what nothing can be shown of.
    }
  }
}
