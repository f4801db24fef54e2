import { NotFound } from '../kernel/errors.ts';
import type { StoredEvent } from '../kernel/event.ts';
import type { HistoryEntry, Why } from './contract.ts';
import type { Entries } from './entries.ts';
import type { HistoryIndex } from './history-index.ts';

/** How many events of a request one answer tells of. */
const most = 200;

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
    const { correlationId } = told.event.meta;
    const places = this.#index.oldest({ correlation: correlationId }, { after: 0n, limit: most + 1 });
    const together = (await this.#entries.at(places.slice(0, most))).filter(
      ({ event }) => event.meta.correlationId === correlationId,
    );
    const byId = new Map([...together, told].map((one) => [one.event.id, one]));
    const causes = causesOf(told, byId);
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
      more: places.length > most,
    };
  }

  async #find(which: string): Promise<Told | undefined> {
    const isPosition = /^\d{1,20}$/.test(which);
    const places = isPosition
      ? this.#index.newest({}, { before: BigInt(which) + 1n, limit: 1 })
      : await this.#index.find(which);
    const found = await this.#entries.at(places);
    return found.find(({ event }) => (isPosition ? `${event.position}` === which : event.id === which));
  }
}

/** The nearest first. What happens because of an event has its correlation; the cause of some is no event, but a message of the provider's. */
function causesOf({ event }: Told, together: ReadonlyMap<string, Told>): Told[] {
  const causes: Told[] = [];
  for (let id = event.meta.causationId; id !== undefined; ) {
    const cause = together.get(id);
    if (!cause || causes.includes(cause)) break;
    causes.push(cause);
    id = cause.event.meta.causationId;
  }
  return causes;
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
