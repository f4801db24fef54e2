import { type Aggregate, type Decide, streamOf } from '../../modules/kernel/aggregate.ts';
import type { CommandContext, Commands, Outcome } from '../../modules/kernel/commands.ts';
import { derivedId } from '../../modules/kernel/derived.ts';
import { Conflict, WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { DomainEvent, NewEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { advance, type StreamState, StreamStates } from './stream-states.ts';

type Job = {
  readonly context: CommandContext;
  readonly decide: Decide<unknown, DomainEvent>;
  readonly resolve: (outcome: Outcome<unknown, DomainEvent>) => void;
  readonly reject: (reason: unknown) => void;
};

/** What a job came to, once the append that it is part of has succeeded. */
type Verdict = { readonly events: readonly DomainEvent[]; readonly repeated: boolean } | { readonly refused: unknown };

const mostTogether = 200;

/**
 * Carries out commands on the streams of an event store. Commands that wait for the same stream are decided one after
 * the other and appended together, so that a stream in demand costs one write for many commands. Between processes the
 * expected revision decides who was first; whoever was not decides again.
 */
export class CommandHandler implements Commands {
  readonly #store: EventStore;
  readonly #states: StreamStates;
  readonly #now: () => Date;
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
    this.#now = options.now;
    this.#schemaOf = options.schemaOf;
    this.#attempts = options.attempts ?? 10;
    this.#states = new StreamStates(options.store, options.capacity ?? 10_000);
  }

  execute<State, E extends DomainEvent>(
    aggregate: Aggregate<State, E>,
    id: string,
    context: CommandContext,
    decide: Decide<State, E>,
  ): Promise<Outcome<State, E>> {
    const stream = streamOf(aggregate, id);
    return new Promise((resolve, reject) => {
      // The queue belongs to one aggregate's stream; its jobs share the types of that aggregate.
      const job = { context, decide, resolve, reject } as unknown as Job;
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
      const jobs = queue.splice(0, mostTogether);
      try {
        await this.#decideAndAppend(aggregate, id, jobs);
      } catch (reason) {
        this.#states.forget(streamOf(aggregate, id));
        for (const job of jobs) job.reject(reason);
      }
    }
    this.#queues.delete(streamOf(aggregate, id));
  }

  async #decideAndAppend(aggregate: Aggregate<unknown, DomainEvent>, id: string, jobs: Job[]): Promise<void> {
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
        continue;
      }
      settle(stream, jobs, verdicts);
      return;
    }
    throw new Conflict('Too many others are changing the same thing. Please try again.');
  }

  /** Decides all jobs on top of one another. `certain` when every one of them appends something. */
  #decide(aggregate: Aggregate<unknown, DomainEvent>, stream: StreamState<unknown, DomainEvent>, jobs: readonly Job[]) {
    let { state } = stream;
    let certain = true;
    const events: NewEvent[] = [];
    const together = new Map<string, string>();
    const verdicts = jobs.map((job): Verdict => {
      const { commandId, fingerprint } = job.context;
      const before = stream.commands.get(commandId)?.fingerprint ?? together.get(commandId);
      if (before !== undefined) {
        return before === fingerprint ? { events: [], repeated: true } : { refused: otherPayload() };
      }
      try {
        const decided = job.decide(state);
        if (decided.length === 0) certain = false;
        else together.set(commandId, fingerprint);
        decided.forEach((event, index) => {
          state = aggregate.evolve(state, event);
          events.push(this.#newEvent(stream.stream, job.context, event, index));
        });
        return { events: decided, repeated: false };
      } catch (refused) {
        certain = false;
        return { refused };
      }
    });
    return { verdicts, events, certain };
  }

  async #append(
    aggregate: Aggregate<unknown, DomainEvent>,
    stream: StreamState<unknown, DomainEvent>,
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
  }

  #newEvent(stream: string, context: CommandContext, event: DomainEvent, index: number): NewEvent {
    const { commandId, fingerprint, actor, correlationId, causationId } = context;
    return {
      id: derivedId(stream, commandId, String(index)),
      type: event.type,
      data: event.data,
      meta: {
        schema: this.#schemaOf(event.type),
        time: this.#now().toISOString(),
        actor,
        commandId,
        fingerprint,
        correlationId,
        ...(causationId === undefined ? {} : { causationId }),
      },
    };
  }
}

function settle(stream: StreamState<unknown, DomainEvent>, jobs: readonly Job[], verdicts: readonly Verdict[]): void {
  jobs.forEach((job, index) => {
    const verdict = verdicts[index];
    if (!verdict) return;
    if ('refused' in verdict) {
      job.reject(verdict.refused);
      return;
    }
    const recorded = stream.commands.get(job.context.commandId);
    job.resolve({
      state: stream.state,
      events: recorded?.events ?? [],
      position: recorded?.position ?? stream.position,
      repeated: verdict.repeated,
    });
  });
}

function otherPayload(): Conflict {
  return new Conflict('This Idempotency-Key was used before with another request.');
}
