import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';

const prefix = 'reactor-';

/** A log that goes less far than what was done because of it: it was put back without what lies beside it. */
export class AheadOfLog extends Error {
  override name = 'AheadOfLog';
}

/**
 * How far a reactor has come, kept beside the log: read models may be thrown away, and what was done because of an event
 * must not be done again when they are. No part of the history either, which it would outgrow.
 */
export class ReactorCheckpoint {
  readonly #store: EventStore;
  readonly #key: string;
  #version: bigint | 'none' = 'none';
  #recorded = start;

  constructor(store: EventStore, reactor: string) {
    this.#store = store;
    this.#key = prefix + reactor;
  }

  /** The position up to which every event has been reacted to, by this node or another. */
  get recorded(): bigint {
    return this.#recorded;
  }

  /** Reads what has been recorded. */
  async load(): Promise<bigint> {
    const record = await this.#store.records.get(this.#key);
    if (!record) return this.#recorded;
    this.#version = record.version;
    const position = BigInt(record.value);
    if (position > this.#recorded) this.#recorded = position;
    return this.#recorded;
  }

  /**
   * Reads what has been recorded, at a start.
   * @throws AheadOfLog when the log does not go so far.
   */
  async open(): Promise<bigint> {
    const position = await this.load();
    const head = position === start ? start : await this.#store.head();
    if (position > head) {
      const reactor = this.#key.slice(prefix.length);
      throw new AheadOfLog(
        `The reactor ${reactor} has come to ${position}, and its log ends at ${head}: the log was put back without what ` +
          'lies beside it. Put both back from the same backup.',
      );
    }
    return position;
  }

  /** Records that the reactor has come so far. Whoever comes late learns how far the other came. */
  async record(position: bigint): Promise<void> {
    if (position <= this.#recorded) return;
    try {
      this.#version = await this.#store.records.put(this.#key, String(position), this.#version);
      this.#recorded = position;
    } catch (reason) {
      if (!(reason instanceof WrongExpectedRevision)) throw reason;
      await this.load();
    }
  }
}

/** How far every reactor has come that has recorded anything. */
export async function reactorsOf(store: EventStore): Promise<Map<string, bigint>> {
  const reached = new Map<string, bigint>();
  for await (const key of store.records.keys(prefix)) {
    const record = await store.records.get(key);
    if (record) reached.set(key.slice(prefix.length), BigInt(record.value));
  }
  return reached;
}
