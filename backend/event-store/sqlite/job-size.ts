import type { Job } from './jobs.ts';

/** Of a page in the file, in characters of the texts that it holds. */
const bytesOfPage = 4_096;

/** About how many pages a commit writes whatever is in it: the ends of tables, and of the index. */
export const pagesOfCommit = 3;

/** What a job is to write, in characters of texts. */
export function sizeOf(job: Job): number {
  if (job.kind === 'put') return job.value.length;
  if (job.kind !== 'append') return 0;
  let size = 0;
  for (const { events } of job.appends) for (const { data, meta } of events) size += data.length + meta.length;
  return size;
}

/** About how many pages of the file a job of that size writes: mostly each event is on another page of the index. */
export function pagesOf(job: Job, size: number): number {
  return size / bytesOfPage + (job.kind === 'append' ? eventsOf(job) : 1);
}

function eventsOf({ appends }: Extract<Job, { kind: 'append' }>): number {
  return appends.reduce((sum, { events }) => sum + events.length, 0);
}
