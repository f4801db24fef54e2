import { setImmediate } from 'node:timers/promises';
import { ConcurrencyLimit } from '../kernel/concurrency/concurrency-limit.ts';
import { canonicalJson } from '../kernel/encoding/canonical-json.ts';
import { isReadable, type StoredEvent } from '../kernel/event.ts';
import type { Shown } from '../kernel/history.ts';
import type { HistoryChange, HistoryEntry } from './contract.ts';
import type { EntityStates } from './entity-states.ts';
import type { Place, Wanted } from './history-index.ts';
import type { Naming } from './naming.ts';
import type { Telling } from './telling.ts';
import { tooMuchAsked } from './too-much-asked.ts';

/** Streams that are read at once: then others get a turn of the event loop. */
const atOnce = 16;
/** How many pages are made side by side: whoever asks for the longest ones is answered in seconds. */
const mostPages = 40;
/** Events that are told of at once, each of them twice: first to hear whose names it needs. */
const toldAtOnce = 50;
/** So far from one another events of a stream are read by themselves, and not all that stands between. */
const apart = 256n;
/** Behind so many events a list does not tell what one changed, where no state is kept. */
const mostFolded = 1_024n;

/** An event and what its thing was before and after it, as far as that is shown. */
type Step = {
  readonly event: StoredEvent;
  readonly before: Shown | undefined;
  readonly after: Shown | undefined;
  /** Why it could not be folded. */
  readonly failed: string | undefined;
};

type Told = { readonly event: StoredEvent; readonly entry: HistoryEntry };
type Options = { readonly fold?: 'near' | 'all'; readonly signal?: AbortSignal | undefined };

/**
 * Reads the events at some places, and makes of them what is shown: a piece in each round of the event loop, of all that is
 * asked for, first come, first served. Without this, an admin with thirty long pages at once would keep everybody waiting.
 */
export class Entries {
  readonly #pages = new ConcurrencyLimit({
    ...{ atOnce: mostPages, mostWaiting: 0 },
    refusal: tooMuchAsked,
  });
  /** A page waits with one piece at a time: no more wait than there are pages, and none is refused half-way. */
  readonly #turns = new ConcurrencyLimit({ atOnce: 1, mostWaiting: mostPages, refusal: '' });
  readonly #states: EntityStates;
  readonly #telling: Telling;
  readonly #naming: Naming;

  constructor(wiring: { states: EntityStates; telling: Telling; naming: Naming }) {
    this.#states = wiring.states;
    this.#telling = wiring.telling;
    this.#naming = wiring.naming;
  }

  /**
   * The events at these places, in the order of the places; what is not there any more is left out.
   * @param options `fold: near`: an event that stands so far behind the beginning of its stream that no list is to wait for
   * what it changed is there without that. Anybody may make as many events of their own as they like. `signal`: gives the
   * turn to others when it aborts.
   * @throws Busy when too many pages are being made already; the signal's reason when it aborts
   */
  at(places: readonly Place[], options: Options = {}): Promise<Told[]> {
    return this.#pages.run(() => this.#made(places, options), options.signal);
  }

  async #made(places: readonly Place[], { fold = 'near', signal }: Options): Promise<Told[]> {
    const steps = await this.#stepsAt(places, fold, signal);
    const told: Told[] = [];
    for (let first = 0; first < places.length; first += toldAtOnce) {
      const tell = () => {
        const found = places.slice(first, first + toldAtOnce).flatMap(({ position }) => {
          const step = steps.get(position);
          return step ? [{ ...step, changes: changesOf(step.before, step.after) }] : [];
        });
        return this.#naming.with((names) =>
          found.map(({ event, changes, failed }) => ({
            event,
            entry: this.#telling.entryOf(event, { changes, failed, names: names(event.meta.actor) }),
          })),
        );
      };
      told.push(...(await this.#inTurn(tell, signal)));
    }
    return told;
  }

  /** The same of what the index found, without what it found by a hash alone, and is another's. */
  async wanted(
    places: readonly Place[],
    { actor, type, correlation }: Wanted,
    signal?: AbortSignal,
  ): Promise<HistoryEntry[]> {
    const found = (await this.at(places, { signal })).filter(({ event: { meta, ...event } }) => {
      const isTheirs = (actor === undefined || meta.actor.uid === actor) && (type === undefined || event.type === type);
      return isTheirs && (correlation === undefined || meta.correlationId === correlation);
    });
    return found.map(({ entry }) => entry);
  }

  /** A piece, and then the others of the event loop. */
  #inTurn<Piece>(work: () => Promise<Piece>, signal: AbortSignal | undefined): Promise<Piece> {
    const oneRound = async () => {
      const piece = await work();
      await setImmediate();
      return piece;
    };
    return this.#turns.run(oneRound, signal);
  }

  async #stepsAt(
    places: readonly Place[],
    fold: 'near' | 'all',
    signal: AbortSignal | undefined,
  ): Promise<Map<bigint, Step>> {
    const steps = new Map<bigint, Step>();
    const wanted = new Set(places.map(({ position }) => position));
    const walks = walksOver(places, (stream, revision) => {
      const view = this.#states.viewOf(stream);
      if (view === undefined || view.keptAs !== undefined) return 'kept';
      return fold === 'near' && revision >= mostFolded ? 'not' : 'whole';
    });
    for (let first = 0; first < walks.length; first += atOnce) {
      const some = walks.slice(first, first + atOnce);
      const walk = ({ stream, fold: folded, ...range }: Walk) =>
        this.#states.walk(stream, { ...range, isFolded: folded !== 'not' }, ({ event, before, after, failed }) => {
          if (!wanted.has(event.position)) return;
          const shown = (state: unknown) => (isReadable(event) ? this.#states.shown(stream, state) : undefined);
          steps.set(event.position, { event, before: shown(before), after: shown(after), failed });
        });
      await this.#inTurn(() => Promise.all(some.map(walk)), signal);
    }
    return steps;
  }
}

/** How an event's state is come by: from one that is kept, from its stream's first event on, or not at all. */
type Folding = 'kept' | 'whole' | 'not';
type Walk = { readonly stream: string; readonly fold: Folding; readonly from: bigint; to: bigint };

/** Which pieces of which streams have to be read for some places. */
function walksOver(places: readonly Place[], foldingOf: (stream: string, revision: bigint) => Folding): Walk[] {
  const byStream = new Map<string, bigint[]>();
  for (const { stream, revision } of places) {
    const known = byStream.get(stream);
    if (known) known.push(revision);
    else byStream.set(stream, [revision]);
  }
  const walks: Walk[] = [];
  for (const [stream, revisions] of byStream) {
    let last: Walk | undefined;
    for (const revision of revisions.sort((one, other) => (one < other ? -1 : 1))) {
      const fold = foldingOf(stream, revision);
      if (last?.fold === fold && (revision - last.to <= apart || fold === 'whole')) last.to = revision;
      else {
        last = { stream, fold, from: revision, to: revision };
        walks.push(last);
      }
    }
  }
  return walks;
}

/** What an event changed, field by field. */
export function changesOf(before: Shown = {}, after: Shown = {}): HistoryChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field) => {
    const [one, other] = [before[field], after[field]];
    if (one === other || canonicalJson(one) === canonicalJson(other)) return [];
    return [{ field, ...(one !== undefined && { before: one }), ...(other !== undefined && { after: other }) }];
  });
}
