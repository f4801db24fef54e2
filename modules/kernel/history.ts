import type { DomainEvent, StoredEvent } from './event.ts';
import { orderNumber } from './order-number.ts';

/** By what names a sentence calls whom and what it tells of: as they are known when it is read. */
export type Names = {
  /** Who did it. */
  readonly actor: string;
  readonly person: (uid: string | undefined) => string;
  readonly tool: (toolId: string) => string;
};

/** Of a union every field that one of its members has. */
type FieldOf<Data> = Data extends unknown ? keyof Data & string : never;

/** How events of one kind are shown to who reads the history. */
type Told<E extends DomainEvent> = {
  /** Allow-list: the fields that are shown. What is not named here is in no answer, whatever a later version adds. */
  readonly shows: readonly FieldOf<E['data']>[];
  /** The event as a sentence that a person reads. Pure: it is called once to hear whose names it needs, and then again. */
  readonly says: (event: StoredEvent<E>, names: Names) => string;
};

/** The same with the types of its events forgotten. */
export type ToldEvent = {
  readonly shows: readonly string[];
  readonly says: (event: StoredEvent, names: Names) => string;
};

/** What a thing was after its events, by its fields. */
export type Shown = { readonly [field: string]: unknown };

/** How the events of a stream make what is shown of its thing. Pure. */
export type EntityViewDefinition<State> = {
  /** Its streams are called `{name}-{id}`. */
  readonly name: string;
  readonly initial: State;
  readonly evolve: (state: State, event: StoredEvent) => State;
  /** Allow-list again: only what a schema knows. Undefined before there is anything. */
  readonly shown: (state: State) => Shown | undefined;
  /**
   * For things with long histories, whose state is JSON and holds nothing personal: it may be kept, so that not all of a stream
   * is folded each time. To be another number whenever the same events make another state.
   */
  readonly keptAs?: number;
};

/** The same with the type of its state forgotten. */
export type EntityView = EntityViewDefinition<unknown>;

/** Declares a view. Its state only ever meets the functions that made it. */
export function entityView<State>(definition: EntityViewDefinition<State>): EntityView {
  return definition as unknown as EntityView;
}

/** What a view makes of a stream's events, from its first on. */
export function foldView(view: EntityView, events: Iterable<StoredEvent>): unknown {
  let state = view.initial;
  for (const event of events) state = view.evolve(state, event);
  return state;
}

/** What is added up over all things of one kind, and what it was at any moment. Its state is JSON. */
export type TallyDefinition<State> = {
  /** Under which name one asks for it, in the place of a stream. */
  readonly name: string;
  /** The view whose things it adds up, and the types of events that change it. */
  readonly of: EntityView;
  readonly types: readonly string[];
  /** As for views. */
  readonly keptAs: number;
  readonly initial: State;
  readonly add: (
    state: State,
    change: { readonly before: unknown; readonly after: unknown; readonly event: StoredEvent },
  ) => State;
  /** @param at the moment that it is asked for, ISO 8601, UTC */
  readonly shown: (state: State, at: string) => Shown;
};

/** The same with the type of its state forgotten. */
export type Tally = TallyDefinition<unknown>;

/** Declares a tally. Its state only ever meets the functions that made it. */
export function tally<State>(definition: TallyDefinition<State>): Tally {
  return definition as unknown as Tally;
}

/** How a module's events are told. */
export type ModuleHistory = {
  /** What its streams are called before their ids. */
  readonly streams: readonly string[];
  /** Those of them of which only type, time and actor are shown: of sessions, and of keys. */
  readonly withheld: readonly string[];
  readonly events: ReadonlyMap<string, ToldEvent>;
  readonly views: readonly EntityView[];
  readonly tallies: readonly Tally[];
};

/** Declares how the events of some streams are told. */
export function history<E extends DomainEvent>(definition: {
  readonly streams: readonly string[];
  readonly events: { readonly [Type in E['type']]: Told<Extract<E, { type: Type }>> };
  readonly views?: readonly EntityView[];
  readonly tallies?: readonly Tally[];
}): ModuleHistory {
  const { streams, views = [], tallies = [] } = definition;
  // The table is read by the event's own type, so that each sentence only ever meets events of its own.
  const events = new Map(Object.entries(definition.events) as [string, ToldEvent][]);
  return { streams, withheld: [], events, views, tallies };
}

/** Declares how events are told of which nothing but type, time and actor is shown: of its actor each sentence is made. */
export function withheldHistory<E extends DomainEvent>(definition: {
  readonly streams: readonly string[];
  readonly events: { readonly [Type in E['type']]: (actor: string) => string };
}): ModuleHistory {
  const { streams } = definition;
  const sentences = Object.entries(definition.events) as [string, (actor: string) => string][];
  const events = new Map(
    sentences.map(([type, says]): [string, ToldEvent] => [type, { shows: [], says: (_, { actor }) => says(actor) }]),
  );
  return { streams, withheld: streams, events, views: [], tallies: [] };
}

/** An order as sentences call it. */
export const orderNamed = (bookingId: string) => `order ${orderNumber(bookingId)}`;
