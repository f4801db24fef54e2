import { type Aggregate, type Command, type Decide, fold, streamOf } from '../../modules/kernel/aggregate.ts';
import { isNothingChanged, nothingChanged } from '../../modules/kernel/commands/nothing-changed.ts';
import {
  type CommandContext,
  type Commands,
  type HowToExecute,
  isKeyed,
  type Outcome,
} from '../../modules/kernel/commands.ts';
import { derivedId } from '../../modules/kernel/encoding/derived.ts';
import { KeyUsedBefore } from '../../modules/kernel/errors.ts';
import type { DomainEvent, StoredEvent } from '../../modules/kernel/event.ts';

/**
 * Commands on streams that are kept in memory, one log for all of them. It knows a command again by its id and
 * fingerprint, as the real one does. `log` is all that happened, for a test to look at.
 */
export class InMemoryCommands implements Commands {
  readonly log: StoredEvent[] = [];
  readonly #streams = new Map<string, readonly StoredEvent[]>();
  readonly #now: () => Date;
  readonly #appended: (events: readonly StoredEvent[]) => void;

  /** `appended` hears of each command's events, so that read models can follow. */
  constructor(options: { now?: () => Date; appended?: (events: readonly StoredEvent[]) => void } = {}) {
    this.#now = options.now ?? (() => new Date('2026-01-02T03:04:05.000Z'));
    this.#appended = options.appended ?? (() => {});
  }

  async execute<State, E extends DomainEvent, const C extends Command>(
    aggregate: Aggregate<State, E>,
    id: string,
    context: CommandContext,
    command: C,
    decide: Decide<State, E, C>,
    _how?: HowToExecute,
  ): Promise<Outcome<State, E>> {
    const stream = streamOf(aggregate, id);
    const before = this.#read<E>(stream);
    const known = this.#recorded<State, E>(aggregate, before, context);
    if (known) return { ...known, state: fold(aggregate, before) };
    const events = decide(command, fold(aggregate, before));
    const appended = events.length === 0 && isKeyed(context) ? [nothingChanged] : events;
    this.#append(stream, BigInt(before.length), { ...context, command: command.type }, appended);
    const after = this.#read<E>(stream);
    return { state: fold(aggregate, after), events, position: after.at(-1)?.position ?? 0n, repeated: false };
  }

  async recall<State, E extends DomainEvent>(
    aggregate: Aggregate<State, E>,
    id: string,
    context: CommandContext,
  ): Promise<Outcome<State, E> | undefined> {
    return this.#recorded<State, E>(aggregate, this.#read<E>(streamOf(aggregate, id)), context);
  }

  async load<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, id: string): Promise<State> {
    return fold(aggregate, this.#read<E>(streamOf(aggregate, id)));
  }

  /** The log's events of some type. */
  ofType(type: string): StoredEvent[] {
    return this.log.filter((event) => event.type === type);
  }

  #recorded<State, E extends DomainEvent>(
    aggregate: Aggregate<State, E>,
    before: readonly StoredEvent<E>[],
    { commandId, fingerprint }: CommandContext,
  ): Outcome<State, E> | undefined {
    const recorded = before.filter(({ meta }) => meta.commandId === commandId);
    if (recorded.some(({ meta }) => meta.fingerprint !== fingerprint)) throw new KeyUsedBefore();
    const last = recorded.at(-1);
    if (!last) return undefined;
    const state = fold(aggregate, before.slice(0, Number(last.revision) + 1));
    const events = recorded.filter((event) => !isNothingChanged(event));
    return { state, events, position: last.position, repeated: true, recordedAt: new Date(last.meta.time) };
  }

  #read<E extends DomainEvent>(stream: string): StoredEvent<E>[] {
    // A stream holds the events of its own aggregate only.
    return (this.#streams.get(stream) ?? []) as StoredEvent<E>[];
  }

  #append(
    stream: string,
    next: bigint,
    { keyedAs: _, ...meta }: CommandContext & { command: string },
    events: readonly DomainEvent[],
  ): void {
    const appended = events.map((event, index): StoredEvent => {
      const id = derivedId(stream, meta.commandId, String(index));
      return {
        // As the store would give it back: whatever JSON cannot hold is lost here too.
        ...JSON.parse(JSON.stringify(event)),
        id,
        stream,
        revision: next + BigInt(index),
        position: BigInt(this.log.length + index + 1),
        meta: { schema: 1, time: this.#now().toISOString(), ...meta },
      };
    });
    this.log.push(...appended);
    this.#streams.set(stream, [...(this.#streams.get(stream) ?? []), ...appended]);
    this.#appended(appended);
  }
}
