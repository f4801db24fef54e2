import { randomUUID } from 'node:crypto';
import { CheckpointMoved } from '../../../modules/kernel/errors.ts';
import { isReadable, type StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import type { Change, FoldedInto, ReadModels } from '../../../modules/kernel/read-models.ts';
import { firstEventOf } from './first-event.ts';
import { isIn, type LogMark, markOf, type Standing, standingAt } from './log-mark.ts';

/** Name under which the read models say which log they were made from. */
export const logIdentity = 'log-identity';

const firstEvent = 'first-event';
/** One of the last events of the log that they were made from. */
const lastEvent = 'last-event';
/** Another text each time that a node says that it keeps them. */
const kept = 'kept';

/** Milliseconds between two times that a node says that it keeps them, at least. */
export const keptEvery = 2_000;

/** Of which log read models are made, and of how much of it: by its first event, and by one of the last that was read. */
export class LogIdentity {
  readonly #store: EventStore;
  /** The last event that was read of the log. */
  #last: LogMark | undefined;
  #recorded: LogMark | undefined;
  /** What they say of the log's first event where they are of this log, once it has one. */
  #first: string | undefined;
  #keptAt = -Infinity;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** Something was read of the log. */
  hear(events: readonly StoredEvent[]): void {
    const event = events.findLast(isReadable);
    if (event && event.position > this.last) this.#last = markOf(event);
  }

  /** The position of the last event that is known to have been read: the beginning, before any was. */
  get last(): bigint {
    return BigInt(this.#last?.position ?? start);
  }

  /** What stands in the log where that stood which was read last. */
  async look(): Promise<Standing> {
    return this.#last ? standingAt(this.#last, this.#store) : 'it';
  }

  /**
   * Looks whether the log is still the one that was read: whether that which was read last stands where it stood. Where it does, the read
   * models say from then on that they are of a log that has it, unless they are of another log by now ('elsewhere').
   */
  async lookAt(readModels: FoldedInto & Pick<ReadModels, 'get' | 'isShared'>): Promise<Standing | 'elsewhere'> {
    // They are kept while the log is away, too. What fails of that is for whoever comes to it.
    const keeping = this.keep(readModels);
    keeping.catch(() => undefined);
    const standing = await this.look();
    if (standing !== 'it') return standing;
    if (!(await keeping)) return 'elsewhere';
    await this.record(readModels);
    return standing;
  }

  /**
   * Finds out whether read models are made from this log. 'nothing': they are of more than it holds. 'another': of another log, or
   * of one that was put back and has gone on.
   */
  async of(readModels: Pick<ReadModels, 'get'>): Promise<Standing> {
    const [{ document: madeFrom }, { document: mark }] = await Promise.all([
      readModels.get(logIdentity, firstEvent),
      readModels.get(logIdentity, lastEvent),
    ]);
    if (madeFrom === undefined) return 'it';
    const first = await firstEventOf(this.#store);
    const known: LogMark | undefined = mark === undefined ? undefined : JSON.parse(mark);
    // Of a log whose first stream was deleted they are known by that which was read last.
    const isOfIt = madeFrom === JSON.stringify(first?.id) || (known !== undefined && (await isIn(known, this.#store)));
    if (!isOfIt) return first ? 'another' : 'nothing';
    this.#first = madeFrom;
    if (known === undefined) return 'it';
    const standing = await standingAt(known, this.#store);
    if (standing === 'it') this.#last ??= known;
    return standing;
  }

  /** Whether they say that they are of a log that begins with another event, and of which their keepers last said that they keep them. */
  async keptByOthers(readModels: Pick<ReadModels, 'get'>): Promise<string | undefined> {
    const [{ document: madeFrom }, { document: said }] = await Promise.all([
      readModels.get(logIdentity, firstEvent),
      readModels.get(logIdentity, kept),
    ]);
    if (madeFrom === undefined || said === undefined) return undefined;
    const first = await firstEventOf(this.#store);
    return madeFrom === JSON.stringify(first?.id) ? undefined : said;
  }

  /**
   * Says in read models that several nodes share that somebody keeps them who follows this log, every two seconds.
   * @returns false where they are of another log by now, whose shop keeps them
   */
  async keep(readModels: FoldedInto & Pick<ReadModels, 'get' | 'isShared'>): Promise<boolean> {
    if (!readModels.isShared || performance.now() - this.#keptAt < keptEvery) return true;
    this.#keptAt = performance.now();
    const { document } = await readModels.get(logIdentity, firstEvent);
    if (document !== undefined && document !== (await this.#firstOfLog())) return false;
    const expected = await readModels.checkpoint(logIdentity);
    // Emptied: whoever makes them anew says of which log they are as well.
    if (document !== undefined && expected !== undefined) await this.#say(readModels, expected, [keptNow()]);
    return true;
  }

  /** Says in the read models which log they are made from, and how far at least; not, where another node has said more, or they are of another log. */
  async record(readModels: FoldedInto & Pick<ReadModels, 'get'>): Promise<void> {
    const last = this.#last;
    if (last === undefined || last === this.#recorded) return;
    const expected = await readModels.checkpoint(logIdentity);
    if (expected !== undefined) {
      const [{ document: madeFrom }, { document }] = await Promise.all([
        readModels.get(logIdentity, firstEvent),
        readModels.get(logIdentity, lastEvent),
      ]);
      if (madeFrom !== undefined && madeFrom !== (await this.#firstOfLog())) return;
      const said: LogMark | undefined = document === undefined ? undefined : JSON.parse(document);
      if (said !== undefined && BigInt(said.position) >= BigInt(last.position)) {
        this.#recorded = last;
        return;
      }
    }
    await this.identify(readModels, last);
    this.#recorded = last;
  }

  /** They are not where they were left, and may say nothing any more. */
  recordAgain(): void {
    this.#recorded = undefined;
  }

  /** Says which log they are made from. */
  async identify(readModels: FoldedInto, last = this.#last): Promise<void> {
    const first = await this.#firstOfLog();
    if (first === undefined) return;
    const expected = await readModels.checkpoint(logIdentity);
    const changes: Change[] = [{ id: firstEvent, document: first, entries: [] }, keptNow()];
    if (last) changes.push({ id: lastEvent, document: JSON.stringify(last), entries: [] });
    await this.#say(readModels, expected, changes);
  }

  async #firstOfLog(): Promise<string | undefined> {
    if (this.#first === undefined) {
      const first = await firstEventOf(this.#store);
      this.#first = first && JSON.stringify(first.id);
    }
    return this.#first;
  }

  async #say(readModels: FoldedInto, expected: bigint | undefined, changes: readonly Change[]): Promise<void> {
    try {
      await readModels.commit(logIdentity, expected, start, changes);
    } catch (reason) {
      // Another node has just said the same.
      if (!(reason instanceof CheckpointMoved)) throw reason;
    }
  }
}

function keptNow(): Change {
  return { id: kept, document: JSON.stringify(randomUUID()), entries: [] };
}
