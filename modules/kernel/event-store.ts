import type { NewEvent, StoredEvent } from './event.ts';

/** What the writer believes the stream's last revision to be. `any` does not look; it is for facts that cannot clash. */
export type ExpectedRevision = bigint | 'none' | 'any';

/**
 * Where the last event of an append came to stand; and the positions of all its events, in order, where the store tells
 * them (EventStoreDB does not).
 */
export type Appended = {
  readonly revision: bigint;
  readonly position: bigint;
  readonly positions?: readonly bigint[];
};

/** Events that are to come to a stream. */
export type Append = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
};

/** While a process has it, no other one appends. It ends with the append that it was taken for, and by itself after a moment. */
export type Turn = {
  /** Lets others append again; when it is over already, nothing. */
  giveBack(): void;
};

/**
 * A piece of the log in order. `position` is how far the log has been seen, at least that of the last event: others may
 * write to the same log, and a batch without events says that it was seen further.
 */
export type LogBatch = {
  readonly events: readonly StoredEvent[];
  readonly position: bigint;
  /** True when there was nothing further in the log at the time. */
  readonly caughtUp: boolean;
};

/** What is kept under a key, and which version of it this is: the next writer says which one it has read. */
export type SideRecord = { readonly value: string; readonly version: bigint };

/**
 * Small records beside the log: in its store and in its backups, but outside the sequence of events, for what changes often
 * or must be able to vanish. Every method rejects with `Unavailable` while the store cannot be reached.
 */
export interface SideRecords {
  get(key: string): Promise<SideRecord | undefined>;
  /**
   * Puts a text in the place of the one before; resolves once it is durable, to its version.
   * @param expected the version that the writer has read; `none` when there must be no such record yet.
   * @throws WrongExpectedRevision when the record is at another version.
   */
  put(key: string, value: string, expected: bigint | 'none' | 'any'): Promise<bigint>;
  /**
   * Takes a record away, whether or not there is one. Without a version, one that others put there while it was tried again for want of an
   * answer may go, too.
   * @param expected the version that has been read: a record that comes again is at none that was there before
   * @throws WrongExpectedRevision when there is one at another version.
   */
  delete(key: string, expected?: bigint | 'any'): Promise<void>;
  /**
   * The keys that begin with a text, in their order, read a page at a time. Of those that come or go meanwhile, each may be among them
   * or not. Not for the hot path: it may read much.
   */
  keys(prefix: string): AsyncIterable<string>;
}

/** The position before the first event of every log. */
export const start = 0n;

/**
 * The log of everything that happened. Each adapter passes backend/event-store/contract.ts.
 * Every method rejects with `Unavailable` while the store cannot be reached.
 */
export interface EventStore {
  /**
   * The batch size that this store takes well: whoever puts events together puts no more than so many into one append.
   * What belongs together is appended together all the same, however much it is.
   */
  readonly mostPerAppend: number;
  /** The file from which a thread can read the log by itself; left out by a store that is in none. */
  readonly file?: string | undefined;
  /**
   * Appends all events or none; resolves once they are durable. A retry with the same event ids at the same
   * expected revision resolves to the first success.
   * @throws WrongExpectedRevision when the stream is elsewhere; what it holds by then can be read.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>;
  /**
   * Appends to several streams, in this order: all of it or nothing; resolves to where each came to stand, once all of it is
   * durable. Each append sees those before it, so that a stream may come several times. Only where the store can.
   * @param turn what was taken before the appends were decided
   * @throws WrongExpectedRevision when one of the streams is elsewhere.
   */
  appendAll?(appends: readonly Append[], turn?: Turn): Promise<readonly Appended[]>;
  /**
   * A lock against livelock, for a command that other processes were faster than too often: nothing changes between what is read
   * now and its append. What else this process has to append waits, too. Only where processes share a file, and with `appendAll`.
   */
  takeTurn?(): Promise<Turn>;
  /**
   * Events of one stream in order from revision `from` (default 0) on; none for a stream that is not there.
   * @param options.whole as modules see the store it is what they get where they do not say otherwise: false is for who looks for one event
   * @param options.damaged what cannot be read is `told` as such, where else it refuses the stream: only for who decides each thing by itself
   * @throws DamagedStream when it is to be `whole`, and is there from its first event on, and nothing is left of it
   */
  readStream(
    stream: string,
    options?: { from?: bigint; limit?: number; whole?: boolean; damaged?: 'told' },
  ): Promise<StoredEvent[]>;
  /**
   * The id of the event at a position in the whole log, though its stream may not show it any more; undefined where none stands there. Only
   * where others than the shop can delete a stream.
   */
  idAt?(position: bigint): Promise<string | undefined>;
  /**
   * At most `limit` events of the whole log after a position (`start`: from the first). There may be fewer, or none,
   * before its end: in a log with much of others one may have to ask again.
   */
  readAll(options: { after: bigint; limit: number }): Promise<LogBatch>;
  /**
   * The log after a position to its end, in large batches, for whoever is far behind: many times faster than `readAll`. Events of
   * other types are left out. Not every store has it.
   */
  replay?(options: { after: bigint; types: Iterable<string> }): AsyncIterable<LogBatch>;
  /**
   * A position at or after the last of the shop's events at the time of asking. It may be that of an event which is
   * not the shop's: whoever waits for what was appended waits for the position of the append.
   */
  head(): Promise<bigint>;
  /**
   * How far the log goes that other processes of this machine have a part in, as it is at this moment; undefined while they
   * have none. Cheap enough to be asked before each answer: what another process has acknowledged must be shown by this one.
   * Only where processes share a file; left out where every node learns of all that is appended in the same way.
   */
  foreign?(): bigint | undefined;
  /** How much of what this process asks of the store is not answered yet: appends with SQLite, all calls elsewhere. */
  waiting?(): number;
  /** Whether what was written last found room on the disk. Only where this process writes to one itself. */
  hasRoom?(): boolean;
  /**
   * Everything after a position, then whatever comes, until the signal aborts. Reads no further than it is
   * asked to, and comes back by itself from the last position after the store was away.
   */
  subscribe(options: { after: bigint; signal: AbortSignal }): AsyncIterable<LogBatch>;
  /** Takes a stream's events out of the store. A stream that is not there is no error. */
  deleteStream(stream: string): Promise<void>;
  readonly records: SideRecords;
  close(): Promise<void>;
}
