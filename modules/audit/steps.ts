import { setImmediate } from 'node:timers/promises';
import { NotFound } from '../kernel/errors.ts';
import type { StoredEvent } from '../kernel/event.ts';
import type { Tally } from '../kernel/history.ts';
import { microsecondsOf, momentOf } from '../kernel/time/moment.ts';
import type { HistoryEntry, HistorySteps } from './contract.ts';
import type { EntityStates } from './entity-states.ts';
import { changesOf, type Entries } from './entries.ts';
import type { HistoryIndex, Place } from './history-index.ts';
import type { HistoryLog } from './history-log.ts';
import type { Skips } from './skips.ts';
import { streamOfEntity } from './stream-names.ts';
import { typesOf } from './tallied.ts';
import type { Telling } from './telling.ts';
import type { TimeTravel } from './time-travel.ts';

type Wiring = {
  readonly index: HistoryIndex;
  readonly log: HistoryLog;
  readonly states: EntityStates;
  readonly telling: Telling;
  readonly entries: Entries;
  readonly travel: TimeTravel;
  readonly skips: Skips;
};

/** Around when, and how many steps at most. */
type Window = { readonly at: string | undefined; readonly limit: number };

/**
 * The events, one after the other, that made something what it was: a window of them, so that whoever steps through it asks
 * once. What was before the first and what each changed is every state of the window.
 */
export class Steps {
  readonly #wiring: Wiring;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
  }

  /**
   * @param name a stream, an entity (`tool:{id}`), or a tally
   * @throws NotFound as `TimeTravel.asOf`, and where a tally had counted nothing then; Busy when too much is asked for already
   */
  async around(name: string, window: Window, signal?: AbortSignal): Promise<HistorySteps> {
    const tally = this.#wiring.telling.tallies.find((one) => one.name === name);
    return tally ? this.#wiring.travel.inTurn(() => this.#ofTally(tally, window), signal) : this.#ofThing(name, window);
  }

  /** Revisions have no gaps: the log itself is read around the one that is asked for. */
  async #ofThing(name: string, { at, limit }: Window): Promise<HistorySteps> {
    const { log, states, entries, travel } = this.#wiring;
    const asOf = await travel.asOf(name, at);
    const stream = streamOfEntity(name);
    const revision = BigInt(asOf.revision ?? 0);
    const from = revision > BigInt(limit) ? revision - BigInt(limit) : 0n;
    const ahead = Math.floor(limit / 2);
    const events = await log.read(stream, { from, limit: Number(revision - from) + ahead + 2 });
    const here = events.findIndex((event) => event.revision === revision);
    const end = Math.min(events.length, here + 1 + ahead);
    const begin = Math.max(0, end - limit);
    const shown = events.slice(begin, end);
    const [oldest] = from === 0n ? events : await log.read(stream, { from: 0n, limit: 1 });
    const [first] = shown;
    if (here < 0 || !first || !oldest) throw new NotFound('There was no such thing then.');
    const before = states.shown(stream, await states.at(stream, first.revision - 1n));
    return {
      asOf,
      before: before ?? null,
      steps: (await entries.at(shown.map(placeOf), { fold: 'all' })).map(({ entry }) => entry),
      earlier: events[begin - 1]?.position.toString() ?? null,
      later: events[end]?.position.toString() ?? null,
      first: oldest.position.toString(),
    };
  }

  async #ofTally(tally: Tally, { at, limit }: Window): Promise<HistorySteps> {
    const { index, travel, skips } = this.#wiring;
    const types = typesOf(tally, skips);
    await setImmediate(); // After the one before.
    const { position, moment } = travel.tallyPlace(at);
    const ahead = Math.floor(limit / 2);
    const later = index.oldest({ types }, { after: position, limit: ahead + 1 });
    const after = later.slice(0, ahead);
    const room = limit - after.length;
    const earlier = this.#newestOf(types, { before: position + 1n, limit: room + 1 });
    const [oldest] = index.oldest({ types }, { after: 0n, limit: 1 });
    if (earlier.length === 0 || !oldest) throw new NotFound('There was nothing to count then.');
    const places = [...earlier.slice(0, room).toReversed(), ...after];
    const { before, states, steps } = await this.#summed(tally, places);
    const here = states[Math.min(room, earlier.length) - 1];
    return {
      asOf: { state: tally.shown(here, moment), revision: null, position: position.toString(), at: moment },
      before,
      steps,
      earlier: earlier[room]?.position.toString() ?? null,
      later: later[ahead]?.position.toString() ?? null,
      first: oldest.position.toString(),
    };
  }

  /** What was counted before some places, and after each of them: a day that is over by then is over, too. */
  async #summed(tally: Tally, places: readonly Place[]) {
    const { entries, travel } = this.#wiring;
    const entryAt = new Map((await entries.at(places)).map(({ entry }) => [entry.position, entry] as const));
    const [first] = places;
    const sum = await travel.sumAt(tally, (first?.position ?? 1n) - 1n);
    const states = await travel.sumsAfter(tally, sum, places);
    const before = tally.shown(sum, momentOf(first?.at ?? 0));
    let last = before;
    const steps = places.flatMap((place, index): HistoryEntry[] => {
      const now = tally.shown(states[index], momentOf(place.at));
      const entry = entryAt.get(place.position.toString());
      if (!entry) return [];
      const changes = changesOf(last, now);
      last = now;
      return [{ ...entry, changes }];
    });
    return { before, states, steps };
  }

  /** Of several types each is found by itself, in order. */
  #newestOf(types: readonly string[], page: { readonly before: bigint; readonly limit: number }): Place[] {
    const found = types.flatMap((type) => this.#wiring.index.newest({ type }, page));
    return found.sort((one, other) => (one.position > other.position ? -1 : 1)).slice(0, page.limit);
  }
}

function placeOf({ position, stream, revision, meta }: StoredEvent): Place {
  return { position, stream, revision, at: microsecondsOf(meta.time) ?? 0 };
}
