import { isReadable, type StoredEvent } from '../kernel/event.ts';
import {
  type EntityView,
  entityView,
  type ModuleHistory,
  type Names,
  type Shown,
  saidOf,
  type Tally,
  type ToldEvent,
} from '../kernel/history.ts';
import type { HistoryChange, HistoryEntry } from './contract.ts';
import { categoryOf, entityOf } from './stream-names.ts';

/** How all modules' events are told: what is shown of them, and in what words. */
export class Telling {
  readonly tallies: readonly Tally[];
  readonly #events: ReadonlyMap<string, ToldEvent>;
  readonly #streams: ReadonlySet<string>;
  readonly #withheld: ReadonlySet<string>;
  readonly #views: ReadonlyMap<string, EntityView>;
  /** What is shown of a thing whose module says nothing of it: the fields of its events, as they were written last. */
  readonly #asWritten: EntityView = entityView<Shown>({
    name: '',
    initial: {},
    evolve: (state, event) => ({ ...state, ...this.#shownIn(event) }),
    shown: (state) => (Object.keys(state).length === 0 ? undefined : state),
  });

  constructor(histories: readonly ModuleHistory[]) {
    this.tallies = histories.flatMap(({ tallies }) => tallies);
    this.#events = new Map(histories.flatMap(({ events }) => [...events]));
    this.#streams = new Set(histories.flatMap(({ streams }) => streams));
    this.#withheld = new Set(histories.flatMap(({ withheld }) => withheld));
    this.#views = new Map(histories.flatMap(({ views }) => views.map((view) => [view.name, view] as const)));
  }

  /** The types of events that can be told of, in order. */
  get types(): string[] {
    return [...this.#events.keys()].sort();
  }

  /** Whether of a stream only type, time and actor are shown. */
  isWithheld(stream: string): boolean {
    return this.#withheld.has(categoryOf(stream, this.#streams));
  }

  /** What is shown of a stream's name: of sessions and keys only what it is called before its id. */
  shownStream(stream: string): string {
    return this.isWithheld(stream) ? categoryOf(stream, this.#streams) : stream;
  }

  /** How the thing of a stream is shown; undefined where it is not. */
  viewOf(stream: string): EntityView | undefined {
    const category = categoryOf(stream, this.#streams);
    return this.#withheld.has(category) ? undefined : (this.#views.get(category) ?? this.#asWritten);
  }

  /**
   * An event as it is shown, given why it could not be folded, if so. Nothing goes out but by an allow-list: of types that this release does not know no data.
   */
  entryOf(
    event: StoredEvent,
    { changes, failed, names }: { changes: readonly HistoryChange[]; failed?: string | undefined; names: Names },
  ): HistoryEntry {
    const { position, stream, revision, type, meta, id } = event;
    const said = this.#sentenceOf(event, names);
    const { uid, role } = meta.actor;
    const told = {
      position: position.toString(),
      type,
      at: meta.time,
      actor: { uid, role, name: names.actor },
      sentence: capital(
        failed === undefined || said.failed !== undefined ? said.sentence : `${type}, an event that cannot be folded`,
      ),
    };
    if (this.isWithheld(stream)) {
      const nothing = { revision: null, correlationId: null, causationId: null, entity: null, event: null };
      return { ...told, stream: categoryOf(stream, this.#streams), ...nothing, changes: [] };
    }
    const { schema, time, command, commandId, correlationId, causationId, reason } = meta;
    const unreadable = event.unreadable ?? event.damaged ?? said.failed ?? failed;
    return {
      ...told,
      stream,
      revision: Number(revision),
      correlationId,
      causationId: causationId ?? null,
      entity: entityOf(stream, this.#streams) ?? null,
      changes: [...changes],
      event: {
        id,
        type,
        data: this.#shownIn(event),
        meta: {
          schema,
          time,
          command,
          commandId,
          correlationId,
          ...(causationId !== undefined && { causationId }),
          ...(reason !== undefined && { reason }),
        },
        ...(unreadable !== undefined && { unreadable }),
      },
    };
  }

  /** @returns why it could not be made, too: of whatever lies in the log something is to be said. */
  #sentenceOf(event: StoredEvent, names: Names): { sentence: string; failed?: string } {
    const told = this.#events.get(event.type);
    if (!told || event.unreadable !== undefined)
      return { sentence: `${event.type}, which this release cannot tell of` };
    const unread = `${event.type}, an event that cannot be read`;
    if (event.damaged !== undefined) return { sentence: unread };
    try {
      // What is withheld is not there to be told.
      if (this.isWithheld(event.stream)) return { sentence: told.says({ ...event, data: {} }, names) };
      const { reason } = event.meta;
      return { sentence: `${told.says(event, names)}${reason === undefined ? '' : ` (${reason})`}` };
    } catch (reason) {
      return { sentence: unread, failed: saidOf(reason) };
    }
  }

  /** What is shown of an event's data. */
  #shownIn(event: StoredEvent): Shown {
    const { data, type, stream } = event;
    if (!isReadable(event) || typeof data !== 'object' || data === null || this.isWithheld(stream)) return {};
    const shows = this.#events.get(type)?.shows ?? [];
    const shown = Object.entries(data).filter(([field]) => shows.includes(field));
    return Object.fromEntries(shown.map(([field, value]) => [field, this.#withoutNames(field, value)]));
  }

  /** An event may say of which other one it is because: where that is of a session or a key, its name says whose. */
  #withoutNames(field: string, value: unknown): unknown {
    if (typeof value === 'string') return /^(stream|.*Stream)$/.test(field) ? this.shownStream(value) : value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#withoutNames(name, inner)]));
  }
}

const capital = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
