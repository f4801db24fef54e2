import { CheckpointMoved } from '../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import { type EventStore, start } from '../../modules/kernel/event-store.ts';
import type { Change, FoldedInto, ReadModels } from '../../modules/kernel/read-models.ts';
import { firstEventOf } from './first-event.ts';
import { type LogMark, markOf, type Standing, standingAt } from './log-mark.ts';

/** Name under which the read models say which log they were made from. */
export const logIdentity = 'log-identity';

const firstEvent = 'first-event';
/** One of the last events of the log that they were made from. */
const lastEvent = 'last-event';

/** Of which log read models are made, and of how much of it: by its first event, and by one of the last that was read. */
export class LogIdentity {
  readonly #store: EventStore;
  /** The last event that was read of the log. */
  #last: LogMark | undefined;
  #recorded: LogMark | undefined;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** Something was read of the log. */
  hear(events: readonly StoredEvent[]): void {
    const event = events.findLast(({ damaged, unreadable }) => damaged === undefined && unreadable === undefined);
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
    if (madeFrom !== JSON.stringify(first?.id)) return first ? 'another' : 'nothing';
    if (mark === undefined) return 'it';
    const known: LogMark = JSON.parse(mark);
    const standing = await standingAt(known, this.#store);
    if (standing === 'it') this.#last ??= known;
    return standing;
  }

  /** Says in the read models which log they are made from, and how far at least; not, where another node has said more. */
  async record(readModels: FoldedInto & Pick<ReadModels, 'get'>): Promise<void> {
    const last = this.#last;
    if (last === undefined || last === this.#recorded) return;
    const expected = await readModels.checkpoint(logIdentity);
    const { document } = expected === undefined ? {} : await readModels.get(logIdentity, lastEvent);
    const said: LogMark | undefined = document === undefined ? undefined : JSON.parse(document);
    if (said === undefined || BigInt(said.position) < BigInt(last.position)) await this.identify(readModels, last);
    this.#recorded = last;
  }

  /** They are not where they were left, and may say nothing any more. */
  recordAgain(): void {
    this.#recorded = undefined;
  }

  /** Says which log they are made from. */
  async identify(readModels: FoldedInto, last = this.#last): Promise<void> {
    const first = await firstEventOf(this.#store);
    if (!first) return;
    const expected = await readModels.checkpoint(logIdentity);
    const changes: Change[] = [{ id: firstEvent, document: JSON.stringify(first.id), entries: [] }];
    if (last) changes.push({ id: lastEvent, document: JSON.stringify(last), entries: [] });
    try {
      await readModels.commit(logIdentity, expected, start, changes);
    } catch (reason) {
      // Another node that has just started has said the same.
      if (!(reason instanceof CheckpointMoved)) throw reason;
    }
  }
}
