import type { Aggregate, Command, Decide } from '../../modules/kernel/aggregate.ts';
import type { CommandContext, Outcome } from '../../modules/kernel/commands.ts';
import { Conflict } from '../../modules/kernel/errors.ts';
import type { DomainEvent } from '../../modules/kernel/event.ts';
import type { StreamState } from './stream-state.ts';

/** A command that waits for its turn on a stream. */
export type Job = {
  readonly context: CommandContext;
  readonly command: Command;
  readonly decide: Decide<unknown, DomainEvent>;
  /** The stream is taken for one that is not there yet, unless something is known of it. */
  readonly isNew: boolean;
  readonly resolve: (outcome: Outcome<unknown, DomainEvent>) => void;
  readonly reject: (reason: unknown) => void;
};

/** What a job came to that was carried out now. */
type Carried = {
  readonly events: readonly DomainEvent[];
  readonly repeated: boolean;
  /** The state after it. */
  readonly state: unknown;
  /** How many of the batch's events there were by then: its outcome rests on those, and on what was before. */
  readonly upTo: number;
};

/** What a job came to, once the append that it is part of has succeeded. */
export type Verdict =
  | Carried
  /** It had been carried out before this batch: its events are in the stream, from this revision on. */
  | { readonly recorded: bigint }
  | { readonly refused: unknown };

export type Decided = {
  /** One for each job that was decided, from the first. */
  readonly verdicts: readonly Verdict[];
  readonly events: readonly { readonly job: Job; readonly event: DomainEvent }[];
  /** Whether it holds also on a state that may be behind: everything appends, and so finds out whether it is. */
  readonly certain: boolean;
};

/** Decides jobs on top of one another, until one append holds no more. */
export function decideTogether(
  aggregate: Aggregate<unknown, DomainEvent>,
  stream: StreamState<unknown>,
  jobs: readonly Job[],
  mostPerAppend: number,
): Decided {
  let { state } = stream;
  let certain = true;
  const events: { job: Job; event: DomainEvent }[] = [];
  const together = new Map<string, { fingerprint: string; verdict: Carried }>();

  function decide(job: Job): Verdict | undefined {
    const { commandId, fingerprint } = job.context;
    const recorded = stream.commands.find(commandId);
    if (recorded !== undefined) return { recorded };
    const beside = together.get(commandId);
    if (beside && beside.fingerprint !== fingerprint) return { refused: otherPayload() };
    if (beside) return { ...beside.verdict, repeated: true };
    try {
      const decided = job.decide(job.command, state);
      const isTooMuch = events.length > 0 && events.length + decided.length > mostPerAppend;
      if (isTooMuch) return undefined;
      state = decided.reduce((folded, event) => aggregate.evolve(folded, event), state);
      events.push(...decided.map((event) => ({ job, event })));
      const verdict = { events: decided, repeated: false, state, upTo: events.length };
      if (decided.length === 0) certain = false;
      else together.set(commandId, { fingerprint, verdict });
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
  return { verdicts, events, certain };
}

export function otherPayload(): Conflict {
  return new Conflict('This Idempotency-Key was used before with another request.');
}
