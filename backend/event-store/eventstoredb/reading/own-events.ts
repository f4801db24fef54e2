import type { NewEvent } from '../../../../modules/kernel/event.ts';
import { isPlain } from '../../plain-data.ts';

/** How much is kept at most of what has not come back yet: events, and bytes of them. What is older is read as others' is. */
const most = { events: 4_096, bytes: 16 * 2 ** 20 };

type Sent = { event: NewEvent | undefined; readonly bytes: number };

/**
 * What this process sends to the log, until the log brings it back to whoever follows it: it is neither decoded, parsed nor opened
 * again. It is known by its id, under which nobody else can have written at the revision that is expected, and so from before it is sent: the log may
 * bring it before it says that it is written. Whether it is there, where and in which order, the log alone says.
 */
export class OwnEvents {
  readonly #sent = new Map<string, Sent>();
  #bytes = 0;
  #followers = 0;

  /** Somebody follows the log. @returns to be called when they do no more */
  follow(): () => void {
    this.#followers += 1;
    return () => {
      this.#followers -= 1;
      if (this.#followers > 0) return;
      this.#sent.clear();
      this.#bytes = 0;
    };
  }

  /** Events that are about to be sent, so many bytes in all. */
  send(events: readonly NewEvent[], bytes: number): void {
    if (this.#followers === 0 || bytes > most.bytes >> 4) return;
    const each = Math.ceil(bytes / events.length);
    for (const event of events) {
      if (!isPlain(event.data)) continue;
      this.take(event.id);
      this.#sent.set(event.id, { event, bytes: each });
      this.#bytes += each;
    }
    for (const id of this.#sent.keys()) {
      if (this.#sent.size <= most.events && this.#bytes <= most.bytes) return;
      this.take(id);
    }
  }

  /** Events that were refused, or of which nobody knows whether they are written: should the log bring them, they are read. */
  forget(events: readonly NewEvent[]): void {
    for (const { id } of events) this.take(id);
  }

  /** The event of an id that the log has brought, once. */
  take(id: string): NewEvent | undefined {
    const sent = this.#sent.get(id);
    if (!sent) return undefined;
    this.#sent.delete(id);
    this.#bytes -= sent.bytes;
    const { event } = sent;
    // The map's former tables may lead here for a while.
    sent.event = undefined;
    return event;
  }
}
