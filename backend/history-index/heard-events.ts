import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { LogBatch } from '../../modules/kernel/event-store.ts';

/** Events that wait to be indexed, at most; of more nothing is kept, and the log is read. */
const most = 8_192;

/** What this node's feed has just read of the log, so that the index need not read it again. */
export class HeardEvents {
  /** All that stands behind this position, and up to `upTo`, is here. Undefined before anything was heard. */
  #after: bigint | undefined;
  #upTo = 0n;
  #events: StoredEvent[] = [];

  /** From behind where on all is here; 0 before anything was heard. */
  get from(): bigint {
    return this.#after ?? 0n;
  }

  get upTo(): bigint {
    return this.#upTo;
  }

  /** How many wait. */
  get events(): number {
    return this.#events.length;
  }

  add({ events, position }: LogBatch): void {
    if (this.#after === undefined || this.#events.length + events.length > most) {
      // What the batch began behind is not known; from its end on everything is heard.
      this.#after = position;
      this.#events = [];
    } else for (const event of events) if (event.position > this.#upTo) this.#events.push(event);
    this.#upTo = position;
  }

  /** What stands behind a position, at most so many; undefined when the log has to be read for it. */
  behind(position: bigint, limit: number): LogBatch | undefined {
    if (this.#after === undefined || position < this.#after) return undefined;
    const found = this.#events.findIndex((event) => event.position > position);
    if (found === -1) this.#events = [];
    else if (found > 0) this.#events.splice(0, found);
    if (position > this.#after) this.#after = position;
    const events = this.#events.slice(0, limit);
    const isAll = events.length === this.#events.length;
    const upTo = isAll ? this.#upTo : (events.at(-1)?.position ?? this.#upTo);
    return { events, position: upTo > position ? upTo : position, caughtUp: isAll };
  }
}
