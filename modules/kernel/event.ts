/** A fact of the domain: its name in the past tense and what happened. */
export type DomainEvent<Type extends string = string, Data = unknown> = { readonly type: Type; readonly data: Data };

/**
 * On whose behalf something happens. `system` is the shop itself: reactors, timers, the seed. An operator works at the
 * machine, with the command line, and has no account: `name` is who they say they are.
 */
export type Actor =
  | { readonly uid: string; readonly role: 'anonymous' | 'user' | 'admin' | 'system' }
  | { readonly uid: string; readonly role: 'operator'; readonly name: string };

/** The shop itself as an actor. */
export const system: Actor = { uid: 'system', role: 'system' };

/** What every event carries beside its data. */
export type EventMeta = {
  /** Version of the data's schema, so that an old shape can be upcast when it is read. */
  readonly schema: number;
  /** When it was decided: ISO 8601, UTC. */
  readonly time: string;
  readonly actor: Actor;
  /** The name of the command that it came from, `BookTool` for one. */
  readonly command: string;
  /** The id of that command. The same id is never carried out twice in one stream. */
  readonly commandId: string;
  /** SHA-256 of the command's payload: the same id with another payload is a conflict. */
  readonly fingerprint: string;
  /** Shared by everything that follows from one request. */
  readonly correlationId: string;
  /** The event that caused it, when it was caused by one. */
  readonly causationId?: string;
  /** Why, in the words of whoever did it; mostly an operator's. */
  readonly reason?: string;
};

/** An event that is ready to be appended. Its id makes a retried append idempotent. */
export type NewEvent<E extends DomainEvent = DomainEvent> = E & { readonly id: string; readonly meta: EventMeta };

/** An event as the store gives it back. */
export type StoredEvent<E extends DomainEvent = DomainEvent> = NewEvent<E> & {
  readonly stream: string;
  /** Its place in its stream, from 0, without gaps. */
  readonly revision: bigint;
  /** Its place in the whole log: strictly increasing, not without gaps. */
  readonly position: bigint;
  /** Why this release cannot read its data, which is then not to be used: it was written by a newer one. */
  readonly unreadable?: string;
  /** Why no release can read its data, which is then not to be used: it is of no shape that an event of its type has. */
  readonly damaged?: string;
};

/** Whether this release can read what an event says. */
export function isReadable({ unreadable, damaged }: StoredEvent): boolean {
  return unreadable === undefined && damaged === undefined;
}
