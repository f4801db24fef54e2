import { setImmediate } from 'node:timers/promises';
import { ConcurrencyLimit } from '../kernel/concurrency/concurrency-limit.ts';
import { NotFound } from '../kernel/errors.ts';
import type { StoredEvent } from '../kernel/event.ts';
import type { Tally } from '../kernel/history.ts';
import { microsecondsOf, momentOf } from '../kernel/time/moment.ts';
import { isPosition } from '../kernel/wire/log-position.ts';
import type { AsOf } from './contract.ts';
import type { EntityStates } from './entity-states.ts';
import type { HistoryIndex, Place } from './history-index.ts';
import type { HistoryLog } from './history-log.ts';
import type { Skips } from './skips.ts';
import { streamOfEntity } from './stream-names.ts';
import { tallied, typesOf } from './tallied.ts';
import type { Telling } from './telling.ts';
import { tooMuchAsked } from './too-much-asked.ts';

/** How many events of a tally are looked for at a time. */
const piece = 512;
/** How many streams are read at the same time: then others get a turn of the event loop. */
const atOnce = 16;
/** Sums that wait while one is made: the last of them is answered within a second or so. */
const mostWaiting = 40;

type Wiring = {
  readonly index: HistoryIndex;
  readonly log: HistoryLog;
  readonly states: EntityStates;
  readonly telling: Telling;
  readonly skips: Skips;
  readonly now: () => Date;
};

/** What things were at a moment, or at a position of the log. */
export class TimeTravel {
  readonly #wiring: Wiring;
  /** A sum reads up to hundreds of streams: 20 ms of the processor. */
  readonly #sums = new ConcurrencyLimit({ atOnce: 1, mostWaiting, refusal: tooMuchAsked });

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
  }

  /**
   * @param name a stream, an entity (`tool:{id}`), or a tally
   * @param at a position or a time, itself included; undefined for now
   * @throws NotFound where there was no such thing then, and for what is not shown.
   */
  async asOf(name: string, at: string | undefined, signal?: AbortSignal): Promise<AsOf> {
    const { telling, states } = this.#wiring;
    const tally = telling.tallies.find((one) => one.name === name);
    if (tally) return this.inTurn(() => this.#tallyAsOf(tally, at), signal);
    const stream = streamOfEntity(name);
    if (telling.isWithheld(stream)) throw new NotFound('Of sessions and keys only type, time and actor are shown.');
    const place = this.#lastOf({ stream }, at);
    if (!place) throw new NotFound('There was no such thing then.');
    const state = states.shown(stream, await states.at(stream, place.revision));
    return {
      state: state ?? null,
      revision: Number(place.revision),
      position: place.position.toString(),
      at: momentOf(place.at),
    };
  }

  /** The last place up to a position or time. */
  #lastOf(wanted: { stream?: string }, at: string | undefined): Place | undefined {
    const { index } = this.#wiring;
    const time = at === undefined || isPosition(at) ? undefined : microsecondsOf(at);
    const before = at !== undefined && isPosition(at) ? BigInt(at) + 1n : undefined;
    return index.newest({ ...wanted, until: time }, { before, limit: 1 })[0];
  }

  async #tallyAsOf(tally: Tally, at: string | undefined): Promise<AsOf> {
    const { position, moment } = this.tallyPlace(at);
    const state = await this.sumAt(tally, position);
    return { state: tally.shown(state, moment), revision: null, position: position.toString(), at: moment };
  }

  /**
   * The last position up to a position or time, and the moment that is asked for: a day without any event is another one, too.
   * @throws NotFound where there is none.
   */
  tallyPlace(at: string | undefined): { position: bigint; moment: string } {
    const place = this.#lastOf({}, at);
    if (!place) throw new NotFound('There was nothing then.');
    const now = this.#wiring.now().getTime() * 1_000;
    const then = at === undefined ? Math.max(place.at, now) : isPosition(at) ? place.at : microsecondsOf(at);
    return { position: place.position, moment: momentOf(then ?? place.at) };
  }

  /**
   * Does what makes sums of a tally, one after the other.
   * @param signal gives the place among those that wait back when it aborts
   * @throws Busy when too many wait already; the signal's reason when it aborts before
   */
  inTurn<Made>(make: () => Promise<Made>, signal: AbortSignal | undefined): Promise<Made> {
    return this.#sums.run(make, signal);
  }

  /** The state of a tally as of a position. To be asked for in turn (inTurn). */
  async sumAt(tally: Tally, position: bigint): Promise<unknown> {
    const { index, skips } = this.#wiring;
    const kept = index.kept(tally.name, tally.keptAs, position);
    let state = kept ? JSON.parse(kept.state) : tally.initial;
    for (let after = kept?.at ?? 0n; ; ) {
      const places = index.oldest({ types: typesOf(tally, skips) }, { after, upTo: position, limit: piece });
      state = (await this.sumsAfter(tally, state, places)).at(-1) ?? state;
      after = places.at(-1)?.position ?? after;
      if (places.length < piece) return state;
    }
  }

  /** The states of a tally after each of its next events. Their streams are read once each, some of them together. To be asked for in turn, too. */
  async sumsAfter(tally: Tally, before: unknown, places: readonly Place[]): Promise<unknown[]> {
    const { log, skips } = this.#wiring;
    const read = (stream: string, upTo: bigint) => log.read(stream, { from: 0n, limit: Number(upTo) + 1 });
    const last = new Map<string, bigint>();
    for (const { stream, revision } of places) {
      if (revision > (last.get(stream) ?? -1n)) last.set(stream, revision);
    }
    const streams = new Map<string, readonly StoredEvent[]>();
    const wanted = [...last];
    for (let first = 0; first < wanted.length; first += atOnce) {
      const reading = wanted.slice(first, first + atOnce).map(async ([stream, revision]) => {
        streams.set(stream, await read(stream, revision));
      });
      await Promise.all(reading);
      await setImmediate();
    }
    let state = before;
    const states: unknown[] = [];
    for (const { stream, revision } of places) {
      const events = streams.get(stream) ?? [];
      const place = events.findIndex((event) => event.revision === revision);
      const event = events[place];
      if (event) state = await tallied({ tally, skips, read }, state, event, events.slice(0, place));
      states.push(state);
    }
    return states;
  }
}
