import { randomUUID } from 'node:crypto';
import { type Aggregate, type Command, type Decide, streamOf } from '../../modules/kernel/aggregate.ts';
import type { CommandContext, Commands, Outcome } from '../../modules/kernel/commands.ts';
import { Conflict, WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { DomainEvent, NewEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { backOff } from '../runtime/back-off.ts';
import { pause } from '../runtime/pause.ts';
import { EventClock } from './event-clock.ts';
import { advance, type Recorded, type StreamState, StreamStates } from './stream-states.ts';

type Job = {
  readonly context: CommandContext;
  readonly command: Command;
  readonly decide: Decide<unknown, DomainEvent>;
  readonly resolve: (outcome: Outcome<unknown, DomainEvent>) => void;
  readonly reject: (reason: unknown) => void;
};

/** What a job came to, once the append that it is part of has succeeded. */
type Verdict =
  | { readonly events: readonly DomainEvent[]; readonly repeated: boolean }
  /** It had been carried out before this batch; its events are in the stream. */
  | { readonly recorded: Recorded }
  | { readonly refused: unknown };

/** Back-off of a batch that others were faster than twice and more, in milliseconds. */
const decideAgain = { first: 5, most: 40 };

/**
 * Carries out commands on the streams of an event store. Commands that wait for the same stream are decided one after
 * the other and appended together, so that a stream in demand costs one write for many commands. Between processes the
 * expected revision decides who was first; whoever was not decides again.
 */
export class CommandHandler implements Commands {
  readonly #store: EventStore;
  readonly #states: StreamStates;
  readonly #clock: EventClock;
  readonly #schemaOf: (type: string) => number;
  readonly #attempts: number;
  readonly #queues = new Map<string, Job[]>();

  constructor(options: {
    store: EventStore;
    now: () => Date;
    /** The schema version in which events of a type are written today. */
    schemaOf: (type: string) => number;
    /** How many streams' states are kept in memory. */
    capacity?: number;
    /** How many times a batch is decided before it is a conflict. */
    attempts?: number;
  }) {
    this.#store = options.store;
    this.#clock = new EventClock(options.now);
    this.#schemaOf = options.schemaOf;
    this.#attempts = options.attempts ?? 10;
    this.#states = new StreamStates(options.store, { streams: options.capacity ?? 10_000, bytes: 64 * 2 ** 20 });
  }

  execute<State, E extends DomainEvent, const C extends Command>(
    aggregate: Aggregate<State, E>,
    id: string,
    context: CommandContext,
    command: C,
    decide: Decide<State, E, C>,
  ): Promise<Outcome<State, E>> {
    const stream = streamOf(aggregate, id);
    return new Promise((resolve, reject) => {
      // The queue belongs to one aggregate's stream; its jobs share the types of that aggregate.
      const job = { context, command, decide, resolve, reject } as unknown as Job;
      const queue = this.#queues.get(stream);
      if (queue) {
        queue.push(job);
        return;
      }
      const jobs = [job];
      this.#queues.set(stream, jobs);
      void this.#work(aggregate as unknown as Aggregate<unknown, DomainEvent>, id, jobs);
    });
  }

  async load<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, id: string): Promise<State> {
    return (await this.#states.fresh(aggregate, id)).state;
  }

  /** Works off a stream's queue. Never rejects: what goes wrong is said to the jobs. */
  async #work(aggregate: Aggregate<unknown, DomainEvent>, id: string, queue: Job[]): Promise<void> {
    while (queue.length > 0) {
      const jobs = queue.splice(0, this.#store.mostPerAppend);
      try {
        const done = await this.#decideAndAppend(aggregate, id, jobs);
        queue.unshift(...jobs.slice(done));
      } catch (reason) {
        this.#states.forget(streamOf(aggregate, id));
        for (const job of jobs) job.reject(reason);
      }
    }
    this.#queues.delete(streamOf(aggregate, id));
  }

  /** Resolves to how many of the jobs are done, from the first: at least one, and no more than one append takes. */
  async #decideAndAppend(aggregate: Aggregate<unknown, DomainEvent>, id: string, jobs: Job[]): Promise<number> {
    let stream = this.#states.known(aggregate, id);
    let isFresh = false;
    for (let attempt = 0; attempt < this.#attempts; attempt++) {
      if (!stream) {
        stream = await this.#states.fresh(aggregate, id);
        isFresh = true;
      }
      const { verdicts, events, certain } = this.#decide(aggregate, stream, jobs);
      if (!certain && !isFresh) {
        // Nobody is refused, or told that nothing is to be done, on a state that may be behind.
        stream = undefined;
        continue;
      }
      try {
        await this.#append(aggregate, stream, events);
      } catch (reason) {
        if (!(reason instanceof WrongExpectedRevision)) throw reason;
        stream = undefined;
        // Who was slower once would be slower again: others, too, decide in step with each other.
        if (attempt > 0) await pause(backOff(attempt, decideAgain));
        continue;
      }
      await this.#settle(stream, jobs.slice(0, verdicts.length), verdicts);
      return verdicts.length;
    }
    throw new Conflict('Too many others are changing the same thing. Please try again.');
  }

  /**
   * Decides the jobs on top of one another, until one append holds no more. There is a verdict for each that was
   * decided. `certain` when every one of them appends something.
   */
  #decide(aggregate: Aggregate<unknown, DomainEvent>, stream: StreamState<unknown>, jobs: readonly Job[]) {
    let { state } = stream;
    let certain = true;
    const events: NewEvent[] = [];
    const together = new Map<string, { fingerprint: string; events: readonly DomainEvent[] }>();
    const verdicts: Verdict[] = [];
    const decide = (job: Job): Verdict | undefined => {
      const { commandId, fingerprint } = job.context;
      const recorded = stream.commands.get(commandId);
      const before = recorded ?? together.get(commandId);
      if (before && before.fingerprint !== fingerprint) return { refused: otherPayload() };
      if (recorded) return { recorded };
      if (before) return { events: together.get(commandId)?.events ?? [], repeated: true };
      try {
        const decided = job.decide(job.command, state);
        const isTooMuch = events.length > 0 && events.length + decided.length > this.#store.mostPerAppend;
        if (isTooMuch) return undefined;
        const after = decided.reduce((folded, event) => aggregate.evolve(folded, event), state);
        events.push(...decided.map((event) => this.#newEvent(job, event)));
        state = after;
        if (decided.length === 0) certain = false;
        else together.set(commandId, { fingerprint, events: decided });
        return { events: decided, repeated: false };
      } catch (refused) {
        certain = false;
        return { refused };
      }
    };
    for (const job of jobs) {
      const verdict = decide(job);
      if (!verdict) break;
      verdicts.push(verdict);
    }
    return { verdicts, events, certain };
  }

  async #append(
    aggregate: Aggregate<unknown, DomainEvent>,
    stream: StreamState<unknown>,
    events: readonly NewEvent[],
  ): Promise<void> {
    if (events.length === 0) return;
    const expected = stream.revision;
    const appended = await this.#store.append(stream.stream, expected === -1n ? 'none' : expected, events);
    const first = appended.revision - BigInt(events.length) + 1n;
    const stored = events.map((event, index) => ({
      ...event,
      stream: stream.stream,
      revision: first + BigInt(index),
      position: appended.position,
    }));
    // A load at the same time may have read them already.
    advance(
      aggregate,
      stream,
      stored.filter((event) => event.revision > stream.revision),
    );
    this.#states.keep(stream);
  }

  async #settle(stream: StreamState<unknown>, jobs: readonly Job[], verdicts: readonly Verdict[]): Promise<void> {
    const { state, position: end } = stream;
    const positions = jobs.map(({ context }) => stream.commands.get(context.commandId)?.position ?? end);
    const repeats: Promise<void>[] = [];
    for (const [index, job] of jobs.entries()) {
      const verdict = verdicts[index];
      const position = positions[index] ?? end;
      if (!verdict) continue;
      if ('refused' in verdict) job.reject(verdict.refused);
      else if ('events' in verdict) job.resolve({ state, position, ...verdict });
      else repeats.push(this.#repeat(job, stream.stream, state, verdict.recorded));
    }
    await Promise.all(repeats);
  }

  /** Answers what was carried out before with what it came to then. */
  async #repeat(job: Job, stream: string, state: unknown, recorded: Recorded): Promise<void> {
    try {
      const events = await this.#states.eventsOf(stream, recorded);
      job.resolve({ state, events, position: recorded.position, repeated: true });
    } catch (reason) {
      job.reject(reason);
    }
  }

  /**
   * The id is random. Were it made from the command's, a store would take the same command at another process, which
   * decided otherwise at the same moment, for a retry of this append, and tell both that theirs was written.
   */
  #newEvent({ context, command }: Job, event: DomainEvent): NewEvent {
    const { commandId, fingerprint, actor, correlationId, causationId } = context;
    return {
      id: randomUUID(),
      type: event.type,
      data: event.data,
      meta: {
        schema: this.#schemaOf(event.type),
        time: this.#clock.next(),
        actor,
        command: command.type,
        commandId,
        fingerprint,
        correlationId,
        ...(causationId === undefined ? {} : { causationId }),
      },
    };
  }
}

function otherPayload(): Conflict {
  return new Conflict('This Idempotency-Key was used before with another request.');
}
