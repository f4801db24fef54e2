import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Review } from '../../../../modules/reviews/contract.ts';
import { getDated, withQuery } from '../../lib/api/api.ts';
import { newestOf } from '../../lib/live/newest.ts';

/** Two rows of three. */
const shown = 6;

type Newest = { reviews: readonly Review[] };
const newest = newestOf<Newest>();
const all = 'all';

/** Asked for again whenever the reviews come into view. */
export const reviewsQuery = queryOptions({
  queryKey: ['reviews'],
  queryFn: async ({ client, signal }) => {
    const { body, asOf } = await getDated<Review[]>(withQuery('/reviews', { limit: shown }), { signal });
    return newest.answered(client, all, asOf, { reviews: body }).reviews;
  },
  staleTime: 0,
  meta: { live: 'asked' },
});

/** True when a notice says that there is a review that no answer had. */
export function hearReview(client: QueryClient, position: bigint): boolean {
  return newest.told(client, all, position, {});
}

/** Whether there is a review that no answer has had so far. */
export function isReviewAwaited(client: QueryClient): boolean {
  return newest.isAwaited(client, all);
}
