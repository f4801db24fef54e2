import type { DomainEvent, StoredEvent } from './event.ts';
import type { Projection } from './projection.ts';

/** Who hears a notice: everybody; or one person, the admins, or both. */
export type Audience = 'everyone' | { readonly uid?: string; readonly admins?: true };

/** What is told once because of an event. Whoever sends it adds the event's position. */
export type Notice = { readonly name: string; readonly to: Audience; readonly payload: object };

/** Whose live connections end: those of a session, or all of a person. */
export type Ended = { readonly sid: string } | { readonly uid: string };

/** What somebody is from now on. */
export type RoleMove = { readonly uid: string; readonly role: 'user' | 'admin' };

type Handlers<E extends DomainEvent, Result> = {
  readonly [Type in E['type']]?: (event: StoredEvent<Extract<E, { type: Type }>>) => Result;
};

/**
 * The latest of something that changes often (conflation): told at once when it changes, and from then on so many times a
 * second at most. What lies between is left out; the last is always told.
 */
export type TopicDefinition<E extends DomainEvent> = {
  readonly name: string;
  /** Of which thing an event changes it; undefined when of none. A topic of one thing has one key. */
  readonly on: Handlers<E, string | undefined>;
  /** For what changes without an event, too: called once, with a function to be called at each such change. */
  readonly changes?: (changed: (key: string) => void) => void;
  /** What a GET shows now, each with the position that it is true as of. What is not there is left out. */
  readonly latest: (keys: readonly string[]) => Promise<ReadonlyMap<string, { readonly position: string }>>;
  readonly perSecond: number;
  /** `watchers`: who said that they show the thing. */
  readonly to: 'watchers' | 'admins' | 'everyone';
  /** The one key that is told to each who begins to hear the topic; left out when nobody is told before it changes. */
  readonly first?: string;
  /** The one key that is told at midnight UTC too, since it tells of today. */
  readonly atMidnight?: string;
};

/** A topic as live/ sees it, with the types of its events forgotten. */
export type Topic = Omit<TopicDefinition<DomainEvent>, 'on'> & {
  readonly handles: (type: string) => boolean;
  readonly keyOf: (event: StoredEvent) => string | undefined;
};

/** Declares a topic. */
export function topic<E extends DomainEvent>({ on, ...definition }: TopicDefinition<E>): Topic {
  return { ...definition, handles: (type) => type in on, keyOf: byType(on) };
}

/** What a module tells browsers, as live/ sees it. */
export type Notices = {
  /** The projections whose documents GETs show: nothing is told that one of them does not show yet. */
  readonly shownBy: readonly Projection[];
  /** Whether anything is told because of such events. */
  readonly tellsOf: (type: string) => boolean;
  /** Read from what GETs show, where the event does not say it all. */
  readonly noticeOf: (event: StoredEvent) => Notice | undefined | Promise<Notice | undefined>;
  readonly topics: readonly Topic[];
  readonly endedBy: (event: StoredEvent) => Ended | undefined;
  readonly movedBy: (event: StoredEvent) => RoleMove | undefined;
};

/** Declares what a module tells browsers because of events of some kinds, and whose connections these end or move. */
export function notices<E extends DomainEvent>(definition: {
  shownBy?: readonly Projection[];
  on?: Handlers<E, Notice | undefined | Promise<Notice | undefined>>;
  topics?: readonly Topic[];
  ends?: Handlers<E, Ended>;
  moves?: Handlers<E, RoleMove>;
}): Notices {
  const { shownBy = [], on = {}, topics = [], ends = {}, moves = {} } = definition;
  return {
    shownBy,
    tellsOf: (type) => type in on || topics.some(({ handles }) => handles(type)),
    noticeOf: byType<E, Notice | undefined | Promise<Notice | undefined>>(on),
    topics,
    endedBy: byType<E, Ended>(ends),
    movedBy: byType<E, RoleMove>(moves),
  };
}

/** The table is indexed by the event's own type, so that each handler only ever meets events that it declared. */
function byType<E extends DomainEvent, Result>(table: Handlers<E, Result>) {
  const handlers = new Map(Object.entries(table) as [string, (event: StoredEvent) => Result][]);
  return (event: StoredEvent): Result | undefined => handlers.get(event.type)?.(event);
}
