import type { DomainEvent } from './event.ts';

/** Whose personal data some fields of an event are. */
export type Personal<Data> = {
  readonly subject: (data: Data) => string;
  readonly fields: readonly (keyof Data & string)[];
};

type Declaration<Data> = {
  /** The version that is written today. */
  readonly version: number;
  /** From each older version to the next. */
  readonly upcast?: { readonly [from: number]: (data: unknown) => unknown };
  /** What is sealed with the person's key before it is stored, and reads `erased` once that key is gone. */
  readonly personal?: Personal<Data>;
};

/** How the events of a module are stored. */
export type StoredEvents<E extends DomainEvent = DomainEvent> = {
  readonly [Type in E['type']]: Declaration<Extract<E, { type: Type }>['data']>;
};

/** A declaration as the store sees it, with the types forgotten. */
export type EventDeclaration = {
  readonly version: number;
  readonly upcast: { readonly [from: number]: (data: unknown) => unknown };
  readonly personal: { subject: (data: unknown) => string; fields: readonly string[] } | undefined;
};

/** Declares how a module's events are stored. */
export function storedEvents<E extends DomainEvent>(events: StoredEvents<E>): ReadonlyMap<string, EventDeclaration> {
  // Each declaration is looked up by the event's own type, so that it only ever meets data of that type.
  const declarations = Object.entries(events) as [string, Declaration<unknown>][];
  return new Map(
    declarations.map(([type, { version, upcast = {}, personal }]) => [type, { version, upcast, personal }]),
  );
}
