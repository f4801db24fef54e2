import { derivedId, digest } from '../../modules/kernel/derived.ts';
import { WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import { type DomainEvent, type NewEvent, system } from '../../modules/kernel/event.ts';
import { type EventStore, start } from '../../modules/kernel/event-store.ts';
import { storedEvents } from '../../modules/kernel/stored-events.ts';

const prefix = 'reactor-';
const pageSize = 1_000;

/** Whether a stream says how far a reactor has come. */
export const isReactorStream = (stream: string) => stream.startsWith(prefix);

type ReactorAdvanced = DomainEvent<'ReactorAdvanced', { reactor: string; position: string }>;

export const reactorEvents = storedEvents<ReactorAdvanced>({ ReactorAdvanced: { version: 1 } });

/**
 * How far a reactor has come, kept in the event store itself: read models may be thrown away, and what was done
 * because of an event must not be done again when they are.
 */
export class ReactorCheckpoint {
  readonly #store: EventStore;
  readonly #reactor: string;
  readonly #now: () => Date;
  #revision = -1n;
  #recorded = 0n;

  constructor(store: EventStore, reactor: string, now: () => Date) {
    this.#store = store;
    this.#reactor = reactor;
    this.#now = now;
  }

  /** The position up to which every event has been reacted to, by this node or another. */
  get recorded(): bigint {
    return this.#recorded;
  }

  /** Reads what has been recorded since it was last read. */
  async load(): Promise<bigint> {
    for (const event of await this.#store.readStream(this.#stream, { from: this.#revision + 1n })) {
      this.#revision = event.revision;
      const position = BigInt((event as NewEvent<ReactorAdvanced>).data.position);
      if (position > this.#recorded) this.#recorded = position;
    }
    return this.#recorded;
  }

  /** Records that the reactor has come so far. Whoever comes late learns how far the other came. */
  async record(position: bigint): Promise<void> {
    if (position <= this.#recorded) return;
    const commandId = derivedId('advance', this.#reactor, position.toString());
    const event: NewEvent<ReactorAdvanced> = {
      id: commandId,
      type: 'ReactorAdvanced',
      data: { reactor: this.#reactor, position: position.toString() },
      meta: {
        schema: 1,
        time: this.#now().toISOString(),
        actor: system,
        commandId,
        fingerprint: digest(position.toString()),
        correlationId: commandId,
      },
    };
    try {
      const expected = this.#revision === -1n ? 'none' : this.#revision;
      this.#revision = (await this.#store.append(this.#stream, expected, [event])).revision;
      this.#recorded = position;
    } catch (reason) {
      if (!(reason instanceof WrongExpectedRevision)) throw reason;
      await this.load();
    }
  }

  get #stream(): string {
    return `${prefix}${this.#reactor}`;
  }
}

/** How far every reactor has come by what the log says. */
export async function reactorsOf(store: EventStore): Promise<Map<string, bigint>> {
  const reached = new Map<string, bigint>();
  for (let after = start; ; ) {
    const { events, position, caughtUp } = await store.readAll({ after, limit: pageSize });
    for (const { stream, data } of events) {
      if (!isReactorStream(stream)) continue;
      const advanced = data as ReactorAdvanced['data']; // Such a stream holds nothing else.
      const upTo = BigInt(advanced.position);
      if (upTo > (reached.get(advanced.reactor) ?? start)) reached.set(advanced.reactor, upTo);
    }
    if (caughtUp && events.length === 0) return reached;
    after = position;
  }
}
