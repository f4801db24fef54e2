import type { CommandContext } from '../../../modules/kernel/commands.ts';
import { derivedId } from '../../../modules/kernel/encoding/derived.ts';
import { Conflict, NotFound } from '../../../modules/kernel/errors.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { actEvent, operationsStream } from '../../operator/log/acts.ts';
import { type Decision, decidedOnce } from './decided-once.ts';
import { isProjection, logReader, type ParkedEvent, ParkedEvents } from './parked-events.ts';
import { type EventSkipped, isSkipOf, skippedEvent, skippedStream } from './skipped-events.ts';

/** What was decided about an event: who tries again, or passes over it; and where that stands in the log. */
export type ParkedDecision = { readonly readers: readonly string[]; readonly position: bigint };

type Wiring = {
  readonly store: EventStore;
  /** Has read models made anew, by the names that they are stored under. */
  readonly makeAnew: (storedAs: readonly string[]) => Promise<void>;
  readonly now?: () => Date;
};

/**
 * What operators decide about parked events, at the command line or in the browser. It is said in the log first, and done then:
 * whoever was broken off in between finds the event parked still, and says it again.
 */
export class ParkedDecisions {
  readonly #wiring: Wiring;
  readonly #parked: ParkedEvents;
  readonly #now: () => Date;

  constructor({ now = () => new Date(), ...wiring }: Wiring) {
    this.#wiring = { ...wiring, now };
    this.#parked = new ParkedEvents(wiring.store, now);
    this.#now = now;
  }

  /** As they are at this moment, oldest first. */
  async all(): Promise<readonly ParkedEvent[]> {
    await this.#parked.load();
    return this.#parked.entries;
  }

  /**
   * Has an event tried again by all who have parked it: within a second by a shop that runs, or as soon as it starts.
   * @throws NotFound when nobody has; Conflict for what no shop has written, and for the same command about something else.
   */
  async retry(eventId: string, by: CommandContext): Promise<ParkedDecision> {
    const decision = await decidedOnce(this.#wiring.store, operationsStream, by, async () => {
      const readers = (await this.#found(eventId)).map(({ reader }) => reader).filter((reader) => reader !== logReader);
      if (readers.length === 0) throw new Conflict('Nobody can try it again: have it skipped.');
      const id = derivedId('retry-wanted', by.commandId);
      const act = { type: 'RetryWanted', data: { eventId, readers } } as const;
      return [actEvent(act, 'RetryParked', by, { id, now: this.#now() })];
    });
    await this.#anew((await this.#parked.retry(eventId)).filter(isPassed));
    const [wanted] = decision.events as readonly { data: { readers: readonly string[] } }[];
    return { readers: wanted?.data.readers ?? [], position: decision.position };
  }

  /**
   * Has an event passed over for good by all who have parked it.
   * @param reason why, in words that the log keeps
   * @throws NotFound when nobody has parked it; Conflict for the same command about something else.
   */
  async skip(eventId: string, reason: string, by: CommandContext): Promise<ParkedDecision> {
    let found: readonly string[] | undefined;
    const decision: Decision = await decidedOnce(this.#wiring.store, skippedStream, by, async (before) => {
      const entries = await this.#found(eventId);
      found = entries.map(({ reader }) => reader);
      // Somebody else may have said so a moment ago, who has not taken it out yet; or was broken off before, and somebody does now.
      return entries
        .filter(({ reader }) => !before.some(isSkipOf(reader, eventId)))
        .map(({ reader, type, stream }) =>
          skippedEvent({ reader, eventId, eventType: type, eventStream: stream, reason }, by, this.#now()),
        );
    });
    const readers = found ?? (decision.events as readonly EventSkipped[]).map(({ data }) => data.reader);
    // One that is about no document has kept none as it was: all that there is was folded without it already.
    const out = await this.#parked.takeOut(eventId, readers);
    await this.#anew(out.filter((entry) => isPassed(entry) && entry.document !== undefined));
    return { readers, position: decision.position };
  }

  async #found(eventId: string): Promise<readonly ParkedEvent[]> {
    const found = (await this.all()).filter((entry) => entry.eventId === eventId);
    if (found.length === 0) throw new NotFound(`No event ${eventId} is parked.`);
    return found;
  }

  /** A document that lacks more than the event is only right when all of it is folded again. */
  async #anew(entries: readonly ParkedEvent[]): Promise<void> {
    if (entries.length > 0)
      await this.#wiring.makeAnew(entries.map(({ reader }) => reader.slice('projection:'.length)));
  }
}

/** Whether a projection has gone on past it. */
const isPassed = (entry: ParkedEvent) => isProjection(entry) && !entry.stops;
