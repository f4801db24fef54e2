import type { NewEvent } from '../../../modules/kernel/event.ts';
import type { Append, EventStore } from '../../../modules/kernel/event-store.ts';

/** What is written down of a refusal itself, for auditors, or because so many may follow. */
const ofRefusals = /Refused$|Failed$|Reused$/;

/** What a shop appends to its log, for whoever asks what a call has changed, whether or not it shows anywhere. */
export class AppendedEvents {
  #events: NewEvent[] = [];

  /** For the doubles of a shop. */
  readonly around = (store: EventStore): EventStore =>
    Object.assign(Object.create(store), {
      append: (...parameters: Parameters<EventStore['append']>) => {
        this.#events.push(...parameters[2]);
        return store.append(...parameters);
      },
      ...(store.appendAll && {
        appendAll: (appends: readonly Append[]) => {
          this.#events.push(...appends.flatMap(({ events }) => events));
          return store.appendAll?.(appends);
        },
      }),
    });

  forget(): void {
    this.#events = [];
  }

  /** The types of what somebody has had appended since all was forgotten, but for what is written down of refusals. */
  changes(): string[] {
    return this.#events
      .filter(({ type, meta }) => meta.actor.role !== 'system' && !ofRefusals.test(type))
      .map(({ type }) => type);
  }
}
