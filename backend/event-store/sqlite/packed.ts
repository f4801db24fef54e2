import type { Appended } from '../../../modules/kernel/event-store.ts';
import type { Failure } from './failure.ts';
import type { AppendOfTexts, Job, Outcome } from './jobs.ts';
import type { EventTexts } from './rows.ts';

/**
 * Jobs and their outcomes on their way between threads, as one flat list: a message is copied, and names and objects of each
 * event would take longer than all of its texts.
 */
export type Packed<Rest> = readonly (string | number | bigint | Rest)[];

/** Jobs that are committed together; that others are to be kept from writing until the next of these; a whole checkpoint; and the end. */
export type Request =
  | { readonly kind: 'commit'; readonly jobs: Packed<Job> }
  | { readonly kind: 'begin' }
  | { readonly kind: 'checkpoint' }
  | { readonly kind: 'close' };

/** For how long others are kept from writing at most while something is decided here, in milliseconds. */
export const longestTurn = 500;

/** What is answered to the first two, and to the third. */
export type Reply = Packed<Outcome> | { readonly begun: Failure | undefined } | 'moved';

/** Of each append job how many appends it has, then of each the stream, what is expected and how many events, then these. */
export function packJobs(jobs: readonly Job[]): Packed<Job> {
  const packed: (string | number | bigint | Job)[] = [];
  for (const job of jobs) {
    if (job.kind !== 'append') {
      packed.push(0, job);
      continue;
    }
    packed.push(job.appends.length);
    for (const { stream, expected, events } of job.appends) {
      packed.push(stream, expected, events.length);
      for (const { id, type, data, meta } of events) packed.push(id, type, data, meta);
    }
  }
  return packed;
}

export function unpackJobs(packed: Packed<Job>): Job[] {
  const jobs: Job[] = [];
  for (let at = 0; at < packed.length; ) {
    const count = packed[at++] as number;
    if (count === 0) {
      jobs.push(packed[at++] as Job);
      continue;
    }
    const appends: AppendOfTexts[] = [];
    for (let append = 0; append < count; append++) {
      const [stream, expected, length] = [packed[at++], packed[at++], packed[at++] as number];
      const events: EventTexts[] = [];
      for (let event = 0; event < length; event++, at += 4) {
        const [id, type, data, meta] = [packed[at], packed[at + 1], packed[at + 2], packed[at + 3]] as string[];
        events.push({ id, type, data, meta } as EventTexts);
      }
      appends.push({ stream, expected, events } as AppendOfTexts);
    }
    jobs.push({ kind: 'append', appends });
  }
  return jobs;
}

/** Of each append the revision and position of its last event: those before it stand right before it, as nearly always. */
export function packOutcomes(outcomes: readonly Outcome[]): Packed<Outcome> {
  const packed: (number | bigint | Outcome)[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind !== 'appended' || !outcome.appended.every(isOnePiece)) {
      packed.push(0, outcome);
      continue;
    }
    packed.push(outcome.appended.length);
    for (const { revision, position } of outcome.appended) packed.push(revision, position);
  }
  return packed;
}

export function unpackOutcomes(packed: Packed<Outcome>, jobs: readonly Job[]): Outcome[] {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < packed.length; ) {
    const count = packed[at++] as number;
    if (count === 0) {
      outcomes.push(packed[at++] as Outcome);
      continue;
    }
    const job = jobs[outcomes.length];
    const appended: Appended[] = [];
    for (let append = 0; append < count; append++) {
      const revision = packed[at++] as bigint;
      const position = packed[at++] as bigint;
      const length = job?.kind === 'append' ? (job.appends[append]?.events.length ?? 0) : 0;
      const positions: bigint[] = [];
      for (let before = length - 1; before >= 0; before--) positions.push(position - BigInt(before));
      appended.push({ revision, position, positions });
    }
    outcomes.push({ kind: 'appended', appended });
  }
  return outcomes;
}

/** Not what was appended in two pieces, and is found again as one. */
function isOnePiece({ position, positions = [] }: Appended): boolean {
  return positions[0] === position - BigInt(positions.length - 1);
}
