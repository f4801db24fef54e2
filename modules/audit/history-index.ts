/** What one looks for in the history; all of it together. Times are in microseconds since 1970, both included. */
export type Wanted = {
  readonly stream?: string | undefined;
  readonly actor?: string | undefined;
  readonly type?: string | undefined;
  readonly correlation?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
};

/** Where an event stands, and when it was decided. */
export type Place = {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  /** Microseconds since 1970. */
  readonly at: number;
};

/** A state as of a revision, or a position, as JSON. */
export type Kept = { readonly at: bigint; readonly state: string };

/**
 * An index beside the log: where the events stand that one looks for. It knows neither what happened in them nor anybody's
 * name; where it finds by a hash (an actor, a correlation, an event's id), whoever reads the event makes sure that it is one.
 */
export interface HistoryIndex {
  /** How far the log is indexed. */
  readonly reached: bigint;
  /** How often it was begun: an answer that was made while it was begun anew may lack something. */
  readonly beginnings: number;
  /**
   * Resolves to how far it is once that is as far as the log goes at this moment; to where it has come where that takes
   * longer than somebody waits, or with what is wrong where it cannot go on.
   */
  fresh(): Promise<{ readonly reached: bigint; readonly isWhole: boolean; readonly wrong?: string | undefined }>;
  /** The newest places before a position, and behind another, that are wanted, newest first. */
  newest(
    wanted: Wanted,
    page: { readonly before?: bigint | undefined; readonly after?: bigint; readonly limit: number },
  ): readonly Place[];
  /** The oldest after a position, oldest first, of some types. */
  oldest(
    wanted: { readonly types: readonly string[] } | { readonly correlation: string },
    page: { readonly after: bigint; readonly upTo?: bigint; readonly limit: number },
  ): readonly Place[];
  /** Where events of this id may stand. All events are looked through, the newest first. */
  find(eventId: string): Promise<readonly Place[]>;
  hasStream(stream: string): boolean;
  /** When the last event up to a position was decided, in microseconds since 1970. */
  timeOf(position: bigint): number | undefined;
  /** The last state that was kept under a name, as of this or before. */
  kept(name: string, version: number, upTo: bigint): Kept | undefined;
  /** Keeps a state; that it cannot be written is nobody's trouble. */
  keep(name: string, version: number, kept: Kept): void;
  /** Calls the listener when there is more. */
  onMore(listener: () => void): void;
}
