import { isNothingChanged } from './commands/nothing-changed.ts';
import { type DomainEvent, isReadable, type StoredEvent } from './event.ts';
import { orderNumber } from './values/order-number.ts';

/** By what names a sentence calls whom and what it tells of: as they are known when it is read. */
export type Names = {
  /** Who did it. */
  readonly actor: string;
  readonly person: (uid: string | undefined) => string;
  readonly tool: (toolId: string) => string;
};

/** Of a union every field that one of its members has. */
type FieldOf<Data> = Data extends unknown ? keyof Data & string : never;

/** How events of one kind are shown to whoever reads the history. */
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
  /** Which read model shows the same: what an operator has that one pass over is passed over here. */
  readonly projection?: string;
  /** Of a state that stays as it is, since an event could not be folded into it, which event that was. */
  readonly heldBy?: (state: State) => HeldBy | undefined;
};

/** The event that could not be folded. */
export type HeldBy = { readonly eventId: string; readonly revision: string };

/** The same with the type of its state forgotten. */
export type EntityView = EntityViewDefinition<unknown>;

/** Declares a view. Its state only ever meets the functions that made it. */
export function entityView<State>(definition: EntityViewDefinition<State>): EntityView {
  return definition as unknown as EntityView;
}

/** An event could not be folded, and the thing is held from then on: what happens to it later does not count. */
export class Unfoldable extends Error {
  override name = 'Unfoldable';
  /** What the thing was before, with what holds it. */
  readonly held: unknown;
  constructor(held: unknown, cause: unknown) {
    super(saidOf(cause), { cause });
    this.held = held;
  }
}

/** Whether an operator has had a read model, by what it is stored as, pass over an event. */
export type IsSkipped = (projection: string, event: StoredEvent) => boolean;

/** What an event made of a thing. */
export type Evolved = {
  readonly state: unknown;
  /** Whether it counts: not when it cannot be read or folded, was skipped, or the thing is held. */
  readonly counts: boolean;
  /** Why it could not be folded. */
  readonly failed?: string;
};

/**
 * What a view makes of one event. What cannot be folded is passed over as the read models pass it over, so that it keeps nothing
 * else from being shown.
 */
export function evolved(view: EntityView, state: unknown, event: StoredEvent, isSkipped: IsSkipped): Evolved {
  const isPassedOver = view.projection !== undefined && isSkipped(view.projection, event);
  if (isNothingChanged(event) || isPassedOver || !isReadable(event) || view.heldBy?.(state) !== undefined)
    return { state, counts: false };
  try {
    return { state: view.evolve(state, event), counts: true };
  } catch (reason) {
    if (reason instanceof Unfoldable) return { state: reason.held, counts: false, failed: reason.message };
    return { state, counts: false, failed: saidOf(reason) };
  }
}

/** What a view makes of a stream's events, from its first on. */
export function foldView(view: EntityView, events: Iterable<StoredEvent>, isSkipped: IsSkipped): unknown {
  let state = view.initial;
  for (const event of events) state = evolved(view, state, event, isSkipped).state;
  return state;
}

/** What went wrong, in its own words. */
export const saidOf = (reason: unknown) =>
  reason instanceof Error ? `${reason.name}: ${reason.message}` : `${reason}`;

/** What is added up over all things of one kind, and what it was at any moment. Its state is JSON. */
export type TallyDefinition<State> = {
  /** What it is asked for by, where a stream's name would stand. */
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
