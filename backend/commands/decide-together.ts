import { type Aggregate, type Command, type Decide, streamOf } from '../../modules/kernel/aggregate.ts';
import { nothingChanged } from '../../modules/kernel/commands/nothing-changed.ts';
import {
  type CommandContext,
  type Decided as DecidedFirst,
  isKeyed,
  type Outcome,
  type Step,
} from '../../modules/kernel/commands.ts';
import { KeyUsedBefore } from '../../modules/kernel/errors.ts';
import type { Actor, DomainEvent } from '../../modules/kernel/event.ts';
import { refuseTooIdle, withIdleCall } from './idle-day.ts';
import type { StreamState } from './stream-state.ts';

/** A command that waits for its turn on a stream. */
export type Job = {
  readonly context: CommandContext;
  readonly command: Command;
  readonly decide: Decide<unknown, DomainEvent>;
  /** The stream is taken for one that is not there yet, unless something is known of it. */
  readonly isNew: boolean;
  /** Where its own events came to stand is not asked for to the event; see Commands. */
  readonly isFollowed: boolean;
  /** Of a stream that begins with it nothing is kept; see Commands. */
  readonly isLeftAlone: boolean;
  /**
   * What follows from it on a stream that is not there yet, to be appended with it. Taken away when that stream turns out
   * to be there: the job is carried out by itself then.
   */
  follow?: ((decided: DecidedFirst<unknown, DomainEvent>) => Step<unknown, DomainEvent>) | undefined;
  readonly resolve: (outcome: Outcome<unknown, DomainEvent>, followed?: Outcome<unknown, DomainEvent>) => void;
  readonly reject: (reason: unknown) => void;
};

/** What follows from a job on a stream of its own. */
export type Followed = {
  readonly step: Step<unknown, DomainEvent>;
  readonly stream: string;
  readonly events: readonly DomainEvent[];
  /** The state after them. */
  readonly state: unknown;
};

/** What a job came to that was carried out now. */
type Carried = {
  readonly events: readonly DomainEvent[];
  readonly repeated: boolean;
  /** The state after it. */
  readonly state: unknown;
  /** How many of the stream's events of the batch there were by then: its outcome rests on those, and on what was before. */
  readonly upTo: number;
  readonly followed: Followed | undefined;
};

/** What a job came to, once the append that it is part of has succeeded. */
export type Verdict =
  | Carried
  /** It had been carried out before this batch: its events are in the stream, from this revision on. */
  | { readonly recorded: bigint }
  | { readonly refused: unknown };

/** What one job adds: its own events, or that it changes nothing, and those that follow from them. */
export type Piece = {
  readonly job: Job;
  readonly events: readonly DomainEvent[];
  readonly followed: Followed | undefined;
};

export type Decided = {
  /** One for each job that was decided, from the first. */
  readonly verdicts: readonly Verdict[];
  /** What is to be appended, in order. */
  readonly pieces: readonly Piece[];
  /** Whether it holds also on a state that may be behind: everything appends, and so finds out whether it is. */
  readonly certain: boolean;
};

/**
 * Decides jobs on top of one another, until one append holds no more.
 * @param isThere whether a stream is known to be there, so that nothing can follow on it in the same append
 */
export function decideTogether(
  aggregate: Aggregate<unknown, DomainEvent>,
  stream: StreamState<unknown>,
  jobs: readonly Job[],
  { mostPerAppend, isThere, now }: { mostPerAppend: number; isThere: (stream: string) => boolean; now: () => Date },
): Decided {
  let { state, idleDay } = stream;
  let certain = true;
  /** How many events come to the stream, and how many to all streams. */
  let own = 0;
  let all = 0;
  const pieces: Piece[] = [];
  const together = new Map<string, { fingerprint: string; verdict: Carried }>();

  /** What follows, decided as on a stream that is not there; undefined when it has to come after. */
  function follow(step: Step<unknown, DomainEvent>): Followed | undefined {
    const { aggregate, id } = step;
    const stream = streamOf(aggregate, id);
    if (isThere(stream)) return undefined;
    const events = step.decide(aggregate.initial);
    if (events.length === 0) return undefined;
    const state = folded(aggregate, aggregate.initial, events);
    return { step, stream, events, state };
  }

  function noteIdle(actor: Actor): void {
    const at = now();
    refuseTooIdle(idleDay, actor, at);
    idleDay = withIdleCall(idleDay, { actor, time: at.toISOString() });
  }

  function decide(job: Job): Verdict | undefined {
    const { commandId, fingerprint } = job.context;
    const recorded = stream.commands.find(commandId);
    if (recorded !== undefined) return { recorded };
    const beside = together.get(commandId);
    if (beside && beside.fingerprint !== fingerprint) return { refused: new KeyUsedBefore() };
    if (beside) return { ...beside.verdict, repeated: true };
    try {
      const events = job.decide(job.command, state);
      const after = folded(aggregate, state, events);
      const followed = job.follow && events.length > 0 ? follow(job.follow({ state: after, events })) : undefined;
      // Without this, whoever asks again under the key would be answered as if it were the first time, and undo what came in between.
      const isIdle = events.length === 0 && isKeyed(job.context);
      if (isIdle) noteIdle(job.context.actor);
      const appended = isIdle ? [nothingChanged] : events;
      const count = appended.length + (followed?.events.length ?? 0);
      if (all > 0 && all + count > mostPerAppend) return undefined;
      state = after;
      own += appended.length;
      all += count;
      const verdict = { events, repeated: false, state, upTo: own, followed };
      if (appended.length === 0) certain = false;
      else {
        pieces.push({ job, events: appended, followed });
        together.set(commandId, { fingerprint, verdict });
      }
      return verdict;
    } catch (refused) {
      certain = false;
      return { refused };
    }
  }

  const verdicts: Verdict[] = [];
  for (const job of jobs) {
    const verdict = decide(job);
    if (!verdict) break;
    verdicts.push(verdict);
  }
  return { verdicts, pieces, certain };
}

function folded(aggregate: Aggregate<unknown, DomainEvent>, before: unknown, events: readonly DomainEvent[]): unknown {
  let state = before;
  for (const event of events) state = aggregate.evolve(state, event);
  return state;
}
