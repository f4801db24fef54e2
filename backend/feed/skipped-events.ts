import type { CommandContext } from '../../modules/kernel/commands.ts';
import { derivedId } from '../../modules/kernel/derived.ts';
import type { DomainEvent, NewEvent, StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { storedEvents } from '../../modules/kernel/stored-events.ts';

/** Where it is written down which events are passed over, for good: also by who builds a read model anew. */
const stream = 'skipped-events';

/** An operator decided that a reader passes over an event, and why. Who decided is the event's actor. */
export type EventSkipped = DomainEvent<
  'EventSkipped',
  { reader: string; eventId: string; eventType: string; eventStream: string; reason: string }
>;

export const skippedEvents = storedEvents<EventSkipped>({ EventSkipped: { version: 1 } }, { stream });

/** The skipped events of a log, as they were when they were read last. */
export class SkippedEvents {
  readonly #store: Pick<EventStore, 'readStream' | 'append'>;
  readonly #skipped = new Set<string>();
  #next = 0n;

  constructor(store: Pick<EventStore, 'readStream' | 'append'>) {
    this.#store = store;
  }

  /** Reads what was decided since. */
  async load(): Promise<void> {
    const events = (await this.#store.readStream(stream, { from: this.#next })) as StoredEvent<EventSkipped>[];
    for (const { data, revision } of events) {
      this.#skipped.add(keyOf(data.reader, data.eventId));
      this.#next = revision + 1n;
    }
  }

  has(reader: string, eventId: string): boolean {
    // Asked of every event by every reader, and mostly there are none.
    return this.#skipped.size > 0 && this.#skipped.has(keyOf(reader, eventId));
  }

  /** Writes down that a reader passes over an event. */
  async add(skipped: EventSkipped['data'], context: CommandContext, now: Date): Promise<void> {
    const { commandId, fingerprint, actor, correlationId } = context;
    const event: NewEvent<EventSkipped> = {
      id: derivedId('event-skipped', commandId, skipped.reader),
      type: 'EventSkipped',
      data: skipped,
      meta: {
        schema: 1,
        time: now.toISOString(),
        actor,
        command: 'SkipEvent',
        commandId,
        fingerprint,
        correlationId,
      },
    };
    await this.#store.append(stream, 'any', [event]);
  }
}

const keyOf = (reader: string, eventId: string) => `${reader} ${eventId}`;
