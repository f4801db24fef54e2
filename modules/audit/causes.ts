import { NotFound } from '../kernel/errors.ts';
import type { StoredEvent } from '../kernel/event.ts';
import { isPosition } from '../kernel/wire/log-position.ts';
import type { HistoryEntry, Why } from './contract.ts';
import type { Entries } from './entries.ts';
import type { HistoryIndex, Place } from './history-index.ts';

/** How many events of a request one answer tells of. */
export const mostTold = 200;

type Told = { readonly event: StoredEvent; readonly entry: HistoryEntry };

/** What caused an event, and what followed from it: all that came of one request has its correlation. */
export class Causes {
  readonly #index: HistoryIndex;
  readonly #entries: Entries;

  constructor(wiring: { index: HistoryIndex; entries: Entries }) {
    this.#index = wiring.index;
    this.#entries = wiring.entries;
  }

  /** @param which the id of an event, or its position. @throws NotFound when there is none. */
  async of(which: string): Promise<Why> {
    const told = await this.#find(which);
    if (!told) throw new NotFound('There is no such event.');
    const { places, more } = this.#around(told.event);
    const { correlationId } = told.event.meta;
    const together = (await this.#entries.at(places)).filter(({ event }) => event.meta.correlationId === correlationId);
    const causes = await this.#causesOf(told, together);
    const depths = depthsBelow(told, together);
    const isCause = new Set(causes.map(({ event }) => event.id));
    const effects = together.flatMap(({ event, entry }) => {
      const depth = depths.get(event.id);
      return depth === undefined || depth === 0 ? [] : [{ ...entry, depth }];
    });
    const beside = together.filter(({ event }) => !depths.has(event.id) && !isCause.has(event.id));
    return {
      event: told.entry,
      causes: causes.map(({ entry }) => entry),
      effects,
      beside: beside.map(({ entry }) => entry),
      more,
    };
  }

  /** What came of the same request: of very much what followed, for as far as there is room, and then what came just before. */
  #around({ position, meta: { correlationId: correlation } }: StoredEvent): { places: Place[]; more: boolean } {
    const later = this.#index.oldest({ correlation }, { after: position, limit: mostTold + 1 });
    const room = Math.max(0, mostTold - later.length);
    const earlier = this.#index.newest({ correlation }, { before: position, limit: room + 1 });
    return {
      places: [...earlier.slice(0, room).toReversed(), ...later.slice(0, mostTold)],
      more: later.length > mostTold || earlier.length > room,
    };
  }

  /** The nearest first. The cause of some is no event, but a message of the provider's. */
  async #causesOf({ event }: Told, together: readonly Told[]): Promise<Told[]> {
    const byId = new Map(together.map((one) => [one.event.id, one]));
    const causes: Told[] = [];
    const seen = new Set([event.id]);
    for (let id = event.meta.causationId; id !== undefined && !seen.has(id) && causes.length < mostTold; ) {
      seen.add(id);
      const cause = byId.get(id) ?? (await this.#findById(id));
      if (!cause) break;
      causes.push(cause);
      id = cause.event.meta.causationId;
    }
    return causes;
  }

  async #find(which: string): Promise<Told | undefined> {
    if (!isPosition(which)) return this.#findById(which);
    const found = await this.#entries.at(this.#index.newest({}, { before: BigInt(which) + 1n, limit: 1 }));
    return found.find(({ event }) => `${event.position}` === which);
  }

  async #findById(id: string): Promise<Told | undefined> {
    const found = await this.#entries.at(await this.#index.find(id));
    return found.find(({ event }) => event.id === id);
  }
}

/** How far below an event each is that followed from it: causes stand before what they cause. */
function depthsBelow(root: Told, together: readonly Told[]): ReadonlyMap<string, number> {
  const depths = new Map([[root.event.id, 0]]);
  for (const { event } of together) {
    const above = event.meta.causationId === undefined ? undefined : depths.get(event.meta.causationId);
    if (above !== undefined && !depths.has(event.id)) depths.set(event.id, above + 1);
  }
  return depths;
}
