import type { Aggregate } from '../kernel/aggregate.ts';
import type { ReviewAllowed } from './events.ts';

/** The window of the rate limit, in milliseconds: whoever wrote before it may write again. */
export const aDay = 24 * 60 * 60_000;

/** When somebody wrote the reviews of their last day: milliseconds since the Unix epoch. */
export type Reviewer = { readonly recent: readonly number[] };

/** A person as a writer of reviews; its streams are named by the person's uid. */
export const reviewer: Aggregate<Reviewer, ReviewAllowed> = { name: 'reviewer', initial: { recent: [] }, evolve };

function evolve({ recent }: Reviewer, { data }: ReviewAllowed): Reviewer {
  const at = Date.parse(data.at);
  return { recent: [...recent.filter((before) => before > at - aDay), at] };
}
