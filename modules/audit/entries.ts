import { setImmediate } from 'node:timers/promises';
import { canonicalJson } from '../kernel/canonical-json.ts';
import type { StoredEvent } from '../kernel/event.ts';
import type { Shown } from '../kernel/history.ts';
import type { HistoryChange, HistoryEntry } from './contract.ts';
import { type EntityStates, isReadable } from './entity-states.ts';
import type { Place, Wanted } from './history-index.ts';
import type { Naming } from './naming.ts';
import type { Telling } from './telling.ts';

/** Streams that are read at once: then others get a turn of the event loop. */
const atOnce = 16;
/** So far from one another events of a stream are read by themselves, and not all that stands between. */
const apart = 256n;

/** An event and what its thing was before and after it, as far as that is shown. */
type Step = { readonly event: StoredEvent; readonly before: Shown | undefined; readonly after: Shown | undefined };

/** Reads the events at some places, and makes of them what is shown. */
export class Entries {
  readonly #states: EntityStates;
  readonly #telling: Telling;
  readonly #naming: Naming;

  constructor(wiring: { states: EntityStates; telling: Telling; naming: Naming }) {
    this.#states = wiring.states;
    this.#telling = wiring.telling;
    this.#naming = wiring.naming;
  }

  /** The events at these places, in the order of the places; what is not there any more is left out. */
  async at(places: readonly Place[]): Promise<{ event: StoredEvent; entry: HistoryEntry }[]> {
    const steps = await this.#stepsAt(places);
    const found = places.flatMap(({ position }) => {
      const step = steps.get(position);
      return step ? [{ event: step.event, changes: changesOf(step.before, step.after) }] : [];
    });
    return this.#naming.with((names) =>
      found.map(({ event, changes }) => ({
        event,
        entry: this.#telling.entryOf(event, { changes, names: names(event.meta.actor) }),
      })),
    );
  }

  /** The same of what the index found, without what it found by a hash alone, and is another's. */
  async wanted(places: readonly Place[], { actor, type, correlation }: Wanted): Promise<HistoryEntry[]> {
    const found = (await this.at(places)).filter(({ event: { meta, ...event } }) => {
      const isTheirs = (actor === undefined || meta.actor.uid === actor) && (type === undefined || event.type === type);
      return isTheirs && (correlation === undefined || meta.correlationId === correlation);
    });
    return found.map(({ entry }) => entry);
  }

  async #stepsAt(places: readonly Place[]): Promise<Map<bigint, Step>> {
    const steps = new Map<bigint, Step>();
    const wanted = new Set(places.map(({ position }) => position));
    const walks = walksOver(places, (stream) => {
      const view = this.#states.viewOf(stream);
      return view === undefined || view.keptAs !== undefined;
    });
    for (let first = 0; first < walks.length; first += atOnce) {
      if (first > 0) await setImmediate();
      await Promise.all(
        walks.slice(first, first + atOnce).map(({ stream, from, to }) =>
          this.#states.walk(stream, { from, to }, ({ event, before, after }) => {
            if (!wanted.has(event.position)) return;
            const shown = (state: unknown) => (isReadable(event) ? this.#states.shown(stream, state) : undefined);
            steps.set(event.position, { event, before: shown(before), after: shown(after) });
          }),
        ),
      );
    }
    return steps;
  }
}

/**
 * Which pieces of which streams have to be read for some places.
 * @param canBegin whether one need not begin with the first event of a stream to read a later one
 */
function walksOver(places: readonly Place[], canBegin: (stream: string) => boolean) {
  const byStream = new Map<string, bigint[]>();
  for (const { stream, revision } of places) byStream.set(stream, [...(byStream.get(stream) ?? []), revision]);
  const walks: { stream: string; from: bigint; to: bigint }[] = [];
  for (const [stream, revisions] of byStream) {
    let last: { stream: string; from: bigint; to: bigint } | undefined;
    for (const revision of revisions.sort((one, other) => (one < other ? -1 : 1))) {
      if (last && (revision - last.to <= apart || !canBegin(stream))) last.to = revision;
      else {
        last = { stream, from: revision, to: revision };
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
