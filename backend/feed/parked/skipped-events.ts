import type { CommandContext } from '../../../modules/kernel/commands.ts';
import { derivedId } from '../../../modules/kernel/encoding/derived.ts';
import type { DomainEvent, NewEvent, StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { storedEvents } from '../../../modules/kernel/stored-events.ts';

/** Where it is written down which events are passed over, for good: also by whoever builds a read model anew. */
export const skippedStream = 'skipped-events';

/** An operator decided that a reader passes over an event, and why. Who decided is the event's actor. */
export type EventSkipped = DomainEvent<
  'EventSkipped',
  { reader: string; eventId: string; eventType: string; eventStream: string; reason: string }
>;

export const skippedEvents = storedEvents<EventSkipped>({ EventSkipped: { version: 1 } }, { stream: skippedStream });

/** What an operator decided, as the data of an event say it; undefined for what no operator of a shop wrote. */
export function skipIn(data: unknown): Pick<EventSkipped['data'], 'reader' | 'eventId' | 'eventStream'> | undefined {
  const { reader, eventId, eventStream } = (data ?? {}) as Partial<Record<string, unknown>>;
  const isWhole = typeof reader === 'string' && typeof eventId === 'string' && typeof eventStream === 'string';
  return isWhole ? { reader, eventId, eventStream } : undefined;
}

/** The skipped events of a log, as they were when they were read last. */
export class SkippedEvents {
  readonly #store: Pick<EventStore, 'readStream'>;
  /** And where in the log each was decided. */
  readonly #skipped = new Map<string, bigint>();
  readonly #nameOf: (reader: string) => string;
  readonly #unread: StoredEvent[] = [];
  #next = 0n;

  /** @param nameOf what readers are taken for, so that several may be one */
  constructor(store: Pick<EventStore, 'readStream'>, nameOf = (reader: string) => reader) {
    this.#store = store;
    this.#nameOf = nameOf;
  }

  /** Those that cannot be read: what they say is passed over counts as not skipped, so that whoever meets it parks it again. */
  get unread(): readonly StoredEvent[] {
    return this.#unread;
  }

  /** Reads what was decided since. */
  async load(): Promise<void> {
    // Those that are gone count as not made, too: each stands for itself.
    const since = { from: this.#next, damaged: 'told', whole: false } as const;
    for (const event of await this.#store.readStream(skippedStream, since)) {
      const { data, revision, position } = event;
      if (revision < this.#next) continue; // Somebody else has read it meanwhile.
      this.#next = revision + 1n;
      if (event.damaged !== undefined) this.#unread.push(event);
      const skip = skipIn(data);
      if (!skip) continue;
      const key = keyOf(this.#nameOf(skip.reader), skip.eventId);
      if (!this.#skipped.has(key)) this.#skipped.set(key, position);
    }
  }

  has(reader: string, eventId: string): boolean {
    // Asked of every event by every reader, and mostly there are none.
    return this.#skipped.size > 0 && this.#skipped.has(keyOf(reader, eventId));
  }

  /** The position of the decision that a reader passes over an event; undefined where there is none. */
  since(reader: string, eventId: string): bigint | undefined {
    return this.#skipped.size > 0 ? this.#skipped.get(keyOf(reader, eventId)) : undefined;
  }
}

/** An operator's decision that a reader passes over an event, to be written down. */
export function skippedEvent(skipped: EventSkipped['data'], by: CommandContext, now: Date): NewEvent<EventSkipped> {
  const { commandId, fingerprint, actor, correlationId } = by;
  return {
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
}

/** Whether a decision was that a reader passes over an event. */
export const isSkipOf =
  (reader: string, eventId: string) =>
  ({ data }: { readonly data: unknown }): boolean => {
    const skip = skipIn(data);
    return skip?.reader === reader && skip.eventId === eventId;
  };

const keyOf = (reader: string, eventId: string) => `${reader} ${eventId}`;
