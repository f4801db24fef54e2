import type { Aggregate } from '../kernel/aggregate.ts';
import { withOneMore } from '../kernel/time/day-quota.ts';
import type { ReviewAllowed } from './events.ts';

/** When somebody wrote the reviews of their last day: milliseconds since the Unix epoch. */
export type Reviewer = { readonly recent: readonly number[] };

/** A person as a writer of reviews; its streams are named by the person's uid. */
export const reviewer: Aggregate<Reviewer, ReviewAllowed> = { name: 'reviewer', initial: { recent: [] }, evolve };

function evolve({ recent }: Reviewer, { data }: ReviewAllowed): Reviewer {
  return { recent: withOneMore(recent, Date.parse(data.at)) };
}
