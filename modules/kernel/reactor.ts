import type { DomainEvent, StoredEvent } from './event.ts';
import type { WhenFailing } from './projection.ts';

type Reaction<E extends DomainEvent> = (event: StoredEvent<E>) => Promise<bigint | undefined>;

/**
 * What the shop does because something happened. At least once for every event, also after a crash; so each reaction
 * must be idempotent. Never called when read models are rebuilt.
 */
export type Reactor = {
  readonly name: string;
  /** True when answers wait for it, so that whoever changed something also reads what followed at once. */
  readonly awaited: boolean;
  /**
   * What it does about an event that it cannot react to, other than because something is away: it goes on without it
   * (`park`, where each reaction stands for itself), or waits for an operator (`stop`, where a later one must not come
   * before an earlier).
   */
  readonly whenFailing: WhenFailing;
  readonly handles: (type: string) => boolean;
  /**
   * Whether it is seen at once that there is nothing to do about an event: then it is not even begun. Asked once the read models
   * show the event. Left out where that is never seen.
   */
  readonly isNothing?: (event: StoredEvent) => boolean;
  /** Resolves to the position of what it appended, if anything. */
  readonly react: (event: StoredEvent) => Promise<bigint | undefined>;
};

/** Declares a reactor on events of some kinds. It parks what it cannot do, unless it says otherwise. */
export function reactor<E extends DomainEvent>(definition: {
  name: string;
  awaited: boolean;
  whenFailing?: WhenFailing;
  isNothing?: ((event: StoredEvent<E>) => boolean) | undefined;
  on: { readonly [Type in E['type']]?: Reaction<Extract<E, { type: Type }>> };
}): Reactor {
  // The table is indexed by the event's own type, so that each reaction only ever meets events that it declared.
  const reactions = new Map(Object.entries(definition.on) as [string, Reaction<DomainEvent>][]);
  return {
    name: definition.name,
    awaited: definition.awaited,
    whenFailing: definition.whenFailing ?? 'park',
    handles: (type) => reactions.has(type),
    ...(definition.isNothing && { isNothing: definition.isNothing as (event: StoredEvent) => boolean }),
    react: async (event) => reactions.get(event.type)?.(event),
  };
}

/** What the shop does because it is time. Every node runs every timer, so each run must be idempotent. */
export type Timer = {
  readonly name: string;
  /** Milliseconds from the end of one run to the next. */
  readonly every: number;
  readonly run: (now: Date, signal: AbortSignal) => Promise<void>;
};
