import { randomUUID } from 'node:crypto';
import { type Aggregate, type Command, type Decide, streamOf } from '../../modules/kernel/aggregate.ts';
import type {
  CommandContext,
  Commands,
  Decided as DecidedFirst,
  HowToExecute,
  Outcome,
  Step,
} from '../../modules/kernel/commands.ts';
import { Conflict, Unavailable, WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { DomainEvent, NewEvent, StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore, Turn } from '../../modules/kernel/event-store.ts';
import { backOff } from '../runtime/retries/back-off.ts';
import { pause } from '../runtime/time/pause.ts';
import { answerTogether, recordedOf } from './answer-together.ts';
import { appendTogether, type MakeEvent, type WrittenTogether } from './append-together.ts';
import { type Decided, decideTogether, type Job } from './decide-together.ts';
import { EventClock } from './event-clock.ts';
import type { Snapshots } from './snapshots/snapshots.ts';
import { advance, beginning, type StreamState } from './stream-state.ts';
import { StreamStates, stateAsOf } from './stream-states.ts';
import { writeBlindly } from './write-blindly.ts';

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
  readonly #now: () => Date;
  readonly #clock: EventClock;
  readonly #schemaOf: (type: string) => number;
  readonly #attempts: number;
  readonly #queues = new Map<string, Job[]>();
  readonly #makeEvent: MakeEvent = (...decided) => this.#newEvent(...decided);
  /** Undefined where the store commits to one stream at a time. */
  readonly executeWith: Commands['executeWith'];

  constructor(options: {
    store: EventStore;
    now: () => Date;
    /** The schema version in which events of a type are written today. */
    schemaOf: (type: string) => number;
    /** How many streams' states are kept in memory. */
    capacity?: number;
    /** How many bytes they may take, by a rough measure. */
    bytes?: number;
    /** How many times a batch is decided before it is a conflict. */
    attempts?: number;
    /** Where snapshots of long streams are kept; without it they are read from their beginning at every start. */
    snapshots?: Snapshots;
  }) {
    this.#store = options.store;
    this.#now = options.now;
    this.#clock = new EventClock(options.now);
    this.#schemaOf = options.schemaOf;
    this.#attempts = options.attempts ?? 10;
    const most = { streams: options.capacity ?? 30_000, bytes: options.bytes ?? 64 * 2 ** 20 };
    this.#states = new StreamStates(options.store, most, options.snapshots);
    this.executeWith = options.store.appendAll && ((...asked) => this.#executeWith(...asked));
  }

  execute<State, E extends DomainEvent, const C extends Command>(
    aggregate: Aggregate<State, E>,
    id: string,
    context: CommandContext,
    command: C,
    decide: Decide<State, E, C>,
    { isNew = false, isFollowed = false, isLeftAlone = false, isBlind = false }: HowToExecute = {},
  ): Promise<Outcome<State, E>> {
    const makeEvent = this.#makeEvent;
    if (isBlind) return writeBlindly(this.#store, aggregate, id, { context, command, decide, makeEvent });
    return new Promise((resolve, reject) => {
      // The queue belongs to one aggregate's stream; its jobs share the types of that aggregate.
      const job = { context, command, decide, isNew, isFollowed, isLeftAlone, resolve, reject };
      this.#enqueue(aggregate, id, job as unknown as Job);
    });
  }

  async load<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, id: string): Promise<State> {
    return (await this.#states.fresh(aggregate, id)).state;
  }

  async recall<State, E extends DomainEvent>(
    aggregate: Aggregate<State, E>,
    id: string,
    context: CommandContext,
  ): Promise<Outcome<State, E> | undefined> {
    const known = await this.#states.fresh(aggregate, id);
    const { stream, commands } = known;
    const recorded = commands.find(context.commandId);
    if (recorded === undefined) return undefined;
    const { events, last, ...where } = await recordedOf(this.#store, stream, context, recorded);
    const state = await stateAsOf(this.#store, aggregate, known, last);
    // A stream holds the events of its own aggregate only.
    return { state, events: events as readonly StoredEvent<E>[], ...where, repeated: true };
  }

  #executeWith<First, E1 extends DomainEvent, Then, E2 extends DomainEvent>(
    context: CommandContext,
    { aggregate, id, command, decide: decideOn }: Step<First, E1>,
    follow: (decided: DecidedFirst<First, E1>) => Step<Then, E2>,
  ): Promise<{ readonly outcome: Outcome<First, E1>; readonly followed?: Outcome<Then, E2> }> {
    return new Promise((done, reject) => {
      const resolve = (outcome: Outcome<First, E1>, followed?: Outcome<Then, E2>) => done({ outcome, followed });
      const decide = (_: Command, state: First) => decideOn(state);
      const how = { isNew: false, isFollowed: false, isLeftAlone: false };
      const job = { context, command, decide, ...how, follow, resolve, reject };
      this.#enqueue(aggregate, id, job as unknown as Job);
    });
  }

  #enqueue<State, E extends DomainEvent>(aggregate: Aggregate<State, E>, id: string, job: Job): void {
    const stream = streamOf(aggregate, id);
    const queue = this.#queues.get(stream);
    if (queue) {
      queue.push(job);
      return;
    }
    const jobs = [job];
    this.#queues.set(stream, jobs);
    void this.#work(aggregate as unknown as Aggregate<unknown, DomainEvent>, id, jobs);
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
    let hasLost = false;
    /** Behind which revision it was last tried to append, and whether the stream was found to go no further after that was in vain. */
    let triedAt = -1n;
    let isShorter = false;
    for (let attempt = 0; attempt < this.#attempts; attempt++) {
      // Whoever was slower would be slower again: what the others have written they know, and this one has to read it first.
      const turn = hasLost ? await this.#store.takeTurn?.() : undefined;
      let decided: Decided | undefined;
      try {
        if (!stream) {
          stream = await this.#states.fresh(aggregate, id);
          isFresh = true;
          isShorter = triedAt >= 0n && stream.revision <= triedAt;
        }
        decided = decideTogether(aggregate, stream, jobs, {
          mostPerAppend: this.#store.mostPerAppend,
          isThere: (other) => this.#states.has(other),
          now: this.#now,
        });
        if (!decided.certain && !isFresh) {
          // Nobody is refused, or told that nothing is to be done, on a state that may be behind.
          stream = undefined;
          continue;
        }
        const { position: before } = stream;
        triedAt = stream.revision;
        const written = await this.#append(aggregate, stream, decided, turn);
        // Not awaited: what comes next on the stream need not wait until all of this is looked up.
        void answerTogether(this.#store, stream, { jobs, decided, before, written });
        return decided.verdicts.length;
      } catch (reason) {
        if (!(reason instanceof WrongExpectedRevision)) throw reason;
        hasLost = reason.stream === streamOf(aggregate, id);
        if (hasLost) stream = undefined;
        else if (decided) comeAfter(decided, reason.stream, attempt);
      } finally {
        turn?.giveBack();
      }
      // Where nobody takes turns, others, too, decide in step with each other.
      if (hasLost && attempt > 0 && !this.#store.takeTurn) await pause(backOff(attempt, decideAgain));
    }
    // Who was faster has written something: where nothing is there, the log was put back, or is another.
    if (isShorter) throw new Unavailable('A stream does not go as far as it was known to.');
    throw new Conflict('Too many others are changing the same thing. Please try again.');
  }

  async #append(
    aggregate: Aggregate<unknown, DomainEvent>,
    stream: StreamState<unknown>,
    { pieces }: Decided,
    turn: Turn | undefined,
  ): Promise<WrittenTogether | undefined> {
    if (pieces.length === 0) return undefined;
    const written = await appendTogether(this.#store, stream, pieces, { makeEvent: this.#makeEvent, turn });
    // Of a stream of an event or two, as of what followed from another, nothing is kept: it is soon read when somebody comes
    // back to it, and as many of them as there are orders would push out the things that are ordered, whose streams are long.
    if (stream.revision === -1n && pieces.every(({ job }) => job.isLeftAlone)) return written;
    // A load at the same time may have read them already.
    advance(
      aggregate,
      stream,
      written.own.events.filter((event) => event.revision > stream.revision),
    );
    this.#states.keep(aggregate, stream);
    return written;
  }

  /**
   * The id is random. Were it made from the command's, a store would take the same command at another process, which
   * decided otherwise at the same moment, for a retry of this append, and tell both that theirs was written.
   */
  #newEvent(context: CommandContext, command: Command, event: DomainEvent): NewEvent {
    const { commandId, fingerprint, actor, correlationId, causationId, reason } = context;
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
        ...(reason === undefined ? {} : { reason }),
      },
    };
  }
}

/** What was to follow on a stream that is there after all comes after; all of it, when that was not the only one. */
function comeAfter({ pieces }: Decided, there: string, attempt: number): void {
  for (const { job, followed } of pieces) {
    if (attempt > 0 || followed?.stream === there) job.follow = undefined;
  }
}
