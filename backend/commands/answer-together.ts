import type { Appended, EventStore } from '../../modules/kernel/event-store.ts';
import type { Decided, Job, Verdict } from './decide-together.ts';
import type { Recorded, StreamState } from './stream-states.ts';

/** Jobs that were decided together, and where what they decided came to stand. */
type Settled = {
  readonly jobs: readonly Job[];
  readonly decided: Decided;
  /** The position of the stream's last event before them. */
  readonly before: bigint;
  /** Undefined when they decided nothing. */
  readonly appended: Appended | undefined;
};

/** Answers each of the jobs with its own outcome, the position of its own last event among it. Never rejects. */
export async function answerTogether(
  store: EventStore,
  { stream, state }: StreamState<unknown>,
  { jobs, decided, before, appended }: Settled,
): Promise<void> {
  const count = decided.events.length;
  let readBack: Promise<readonly bigint[] | undefined> | undefined;

  async function positionAfter(upTo: number): Promise<bigint> {
    if (upTo === 0 || !appended) return before;
    if (upTo === count) return appended.position;
    if (!appended.positions) readBack ??= positionsOf(store, stream, appended, count);
    const positions = appended.positions ?? (await readBack);
    return positions?.[upTo - 1] ?? appended.position;
  }

  async function answer(job: Job, verdict: Verdict): Promise<void> {
    if ('refused' in verdict) job.reject(verdict.refused);
    else if ('recorded' in verdict) await repeat(store, stream, { job, state, recorded: verdict.recorded });
    else {
      const { upTo, ...outcome } = verdict;
      job.resolve({ ...outcome, position: await positionAfter(upTo) });
    }
  }

  await Promise.all(
    decided.verdicts.map(async (verdict, index) => {
      const job = jobs[index];
      if (job) await answer(job, verdict);
    }),
  );
}

/**
 * The positions of an append's events, read back, since the store told only the last. Undefined when they cannot be read:
 * who then answers with the last is never too early, as who guessed would be.
 */
async function positionsOf(
  store: EventStore,
  stream: string,
  { revision }: Appended,
  count: number,
): Promise<readonly bigint[] | undefined> {
  try {
    const events = await store.readStream(stream, { from: revision - BigInt(count) + 1n, limit: count });
    return events.length === count ? events.map(({ position }) => position) : undefined;
  } catch {
    return undefined;
  }
}

/** Answers what was carried out before with what it came to then. */
async function repeat(
  store: EventStore,
  stream: string,
  { job, state, recorded }: { job: Job; state: unknown; recorded: Recorded },
): Promise<void> {
  try {
    const events = await store.readStream(stream, { from: recorded.first, limit: recorded.count });
    const position = events.at(-1)?.position ?? 0n;
    job.resolve({ state, events, position, repeated: true });
  } catch (reason) {
    job.reject(reason);
  }
}
