import { randomUUID } from 'node:crypto';
import { type Aggregate, type Command, type Decide, streamOf } from '../../modules/kernel/aggregate.ts';
import type { CommandContext, Commands, Outcome } from '../../modules/kernel/commands.ts';
import { Conflict, WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { DomainEvent, NewEvent } from '../../modules/kernel/event.ts';
import type { Appended, EventStore } from '../../modules/kernel/event-store.ts';
import { backOff } from '../runtime/back-off.ts';
import { pause } from '../runtime/pause.ts';
import { answerTogether } from './answer-together.ts';
import { type Decided, decideTogether, type Job } from './decide-together.ts';
import { EventClock } from './event-clock.ts';
import type { Snapshots } from './snapshots/snapshots.ts';
import { advance, beginning, type StreamState } from './stream-state.ts';
import { StreamStates } from './stream-states.ts';

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
    /** Where snapshots of long streams are kept; without it they are read from their beginning at every start. */
    snapshots?: Snapshots;
  }) {
    this.#store = options.store;
    this.#clock = new EventClock(options.now);
    this.#schemaOf = options.schemaOf;
    this.#attempts = options.attempts ?? 10;
    const most = { streams: options.capacity ?? 10_000, bytes: 64 * 2 ** 20 };
    this.#states = new StreamStates(options.store, most, options.snapshots);
  }

  execute<State, E extends DomainEvent, const C extends Command>(
    aggregate: Aggregate<State, E>,
    id: string,
    context: CommandContext,
    command: C,
    decide: Decide<State, E, C>,
    { isNew = false }: { isNew?: boolean } = {},
  ): Promise<Outcome<State, E>> {
    const stream = streamOf(aggregate, id);
    return new Promise((resolve, reject) => {
      // The queue belongs to one aggregate's stream; its jobs share the types of that aggregate.
      const job = { context, command, decide, isNew, resolve, reject } as unknown as Job;
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
    // Whoever is mistaken in this is refused when they append, and reads the stream then.
    if (!stream && jobs.every(({ isNew }) => isNew)) stream = beginning(aggregate, streamOf(aggregate, id));
    let isFresh = false;
    for (let attempt = 0; attempt < this.#attempts; attempt++) {
      if (!stream) {
        stream = await this.#states.fresh(aggregate, id);
        isFresh = true;
      }
      const decided = decideTogether(aggregate, stream, jobs, this.#store.mostPerAppend);
      if (!decided.certain && !isFresh) {
        // Nobody is refused, or told that nothing is to be done, on a state that may be behind.
        stream = undefined;
        continue;
      }
      const { position: before } = stream;
      let appended: Appended | undefined;
      try {
        appended = await this.#append(aggregate, stream, decided);
      } catch (reason) {
        if (!(reason instanceof WrongExpectedRevision)) throw reason;
        stream = undefined;
        // Who was slower once would be slower again: others, too, decide in step with each other.
        if (attempt > 0) await pause(backOff(attempt, decideAgain));
        continue;
      }
      // Not awaited: what comes next on the stream need not wait until all of this is looked up.
      void answerTogether(this.#store, stream, { jobs, decided, before, appended });
      return decided.verdicts.length;
    }
    throw new Conflict('Too many others are changing the same thing. Please try again.');
  }

  async #append(
    aggregate: Aggregate<unknown, DomainEvent>,
    stream: StreamState<unknown>,
    { events: decided }: Decided,
  ): Promise<Appended | undefined> {
    if (decided.length === 0) return undefined;
    const events = decided.map(({ job, event }) => this.#newEvent(job, event));
    const expected = stream.revision;
    const appended = await this.#store.append(stream.stream, expected === -1n ? 'none' : expected, events);
    const first = appended.revision - BigInt(events.length) + 1n;
    const stored = events.map((event, index) => ({
      ...event,
      stream: stream.stream,
      revision: first + BigInt(index),
      position: appended.positions?.[index] ?? appended.position,
    }));
    // A load at the same time may have read them already.
    advance(
      aggregate,
      stream,
      stored.filter((event) => event.revision > stream.revision),
    );
    this.#states.keep(aggregate, stream);
    return appended;
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
