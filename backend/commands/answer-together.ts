import { isNothingChanged } from '../../modules/kernel/commands/nothing-changed.ts';
import type { CommandContext, Outcome } from '../../modules/kernel/commands.ts';
import { KeyUsedBefore } from '../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { Appended, EventStore } from '../../modules/kernel/event-store.ts';
import type { WrittenTogether } from './append-together.ts';
import type { Decided, Job, Verdict } from './decide-together.ts';
import type { StreamState } from './stream-state.ts';

/** Jobs that were decided together, and where what they decided came to stand. */
type Settled = {
  readonly jobs: readonly Job[];
  readonly decided: Decided;
  /** The position of the stream's last event before them. */
  readonly before: bigint;
  /** Undefined when they decided nothing. */
  readonly written: WrittenTogether | undefined;
};

/** Answers each of the jobs with its own outcome, the position of its own last event among it. Never rejects. */
export async function answerTogether(
  store: EventStore,
  { stream, state }: StreamState<unknown>,
  { jobs, decided, before, written }: Settled,
): Promise<void> {
  const appended = written?.own;
  const count = appended?.events.length ?? 0;
  let readBack: Promise<readonly bigint[] | undefined> | undefined;

  async function positionAfter(upTo: number, isFollowed: boolean): Promise<bigint> {
    if (upTo === 0 || !appended) return before;
    if (upTo === count || (isFollowed && !appended.positions)) return appended.position;
    if (!appended.positions) readBack ??= positionsOf(store, stream, appended, count);
    const positions = appended.positions ?? (await readBack);
    return positions?.[upTo - 1] ?? appended.position;
  }

  async function answer(job: Job, verdict: Verdict): Promise<void> {
    if ('refused' in verdict) job.reject(verdict.refused);
    else if ('recorded' in verdict) await repeat(store, stream, { job, state, recorded: verdict.recorded });
    else {
      const { upTo, followed, ...outcome } = verdict;
      const position = await positionAfter(upTo, job.isFollowed);
      const behind = followed && written?.followed.get(followed);
      if (!followed || !behind) return job.resolve({ ...outcome, position });
      const { events, state } = followed;
      const { repeated } = outcome;
      job.resolve({ ...outcome, position }, { events, state, position: behind.position, repeated });
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
 * who then answers with the last is never too early, as whoever guessed would be.
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

/**
 * Answers what was carried out before with what it came to then: its events and the position of their last. The same
 * command with another payload is a conflict.
 */
async function repeat(
  store: EventStore,
  stream: string,
  { job, state, recorded }: { job: Job; state: unknown; recorded: bigint },
): Promise<void> {
  try {
    const { last: _, ...outcome } = await recordedOf(store, stream, job.context, recorded);
    job.resolve({ state, ...outcome, repeated: true });
  } catch (reason) {
    job.reject(reason);
  }
}

/**
 * What a command came to whose events begin at a revision; that it changed nothing is no event of its outcome.
 * @throws KeyUsedBefore when they are of another payload
 */
export async function recordedOf(
  store: EventStore,
  stream: string,
  { commandId, fingerprint }: CommandContext,
  first: bigint,
): Promise<Pick<Outcome<unknown, StoredEvent>, 'events' | 'position' | 'recordedAt'> & { readonly last: bigint }> {
  const events = await eventsOf(store, stream, { commandId, first });
  if (events.some(({ meta }) => meta.fingerprint !== fingerprint)) throw new KeyUsedBefore();
  const { revision: last = first, position = 0n, meta } = events.at(-1) ?? {};
  const recordedAt = meta && new Date(meta.time);
  return { events: events.filter((event) => !isNothingChanged(event)), last, position, recordedAt };
}

/** The events of a command, which stand together. Most have one or two, so that few are read. */
async function eventsOf(
  store: EventStore,
  stream: string,
  { commandId, first }: { commandId: string; first: bigint },
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let limit = 4; ; limit *= 2) {
    const page = await store.readStream(stream, { from: first + BigInt(events.length), limit });
    const end = page.findIndex(({ meta }) => meta.commandId !== commandId);
    events.push(...(end === -1 ? page : page.slice(0, end)));
    if (end !== -1 || page.length < limit) return events;
  }
}
