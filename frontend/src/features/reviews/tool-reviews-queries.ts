import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { OwnReview, Review } from '../../../../modules/reviews/contract.ts';
import { get, getPage, type Page, withQuery } from '../../lib/api/api.ts';

const perPage = 6;

/** Reviews that everybody is shown, newest first, page by page: a tool's, or of everything. */
export function reviewPagesQuery(toolId?: string) {
  return infiniteQueryOptions({
    queryKey: ['reviews', 'of', toolId],
    queryFn: ({ pageParam: after, signal }): Promise<Page<Review>> =>
      getPage(withQuery('/reviews', { toolId, limit: perPage, after }), { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    meta: { live: 'asked' },
  });
}

/** What somebody has written of a tool themselves, if anything; also where an admin has hidden it. */
export function ownToolReviewQuery(email: string, toolId: string) {
  return queryOptions({
    queryKey: ['private', email, 'reviews', 'mine', toolId],
    queryFn: async ({ signal }) => {
      const [own] = await get<OwnReview[]>(withQuery('/reviews/mine', { toolId }), { signal });
      return own ?? null;
    },
    meta: { live: 'asked' },
  });
}

/** So many of one's own are listed at most, the newest. */
export const mostOwnReviews = 100;

/** What somebody has written themselves, newest first; also what an admin has hidden. */
export function ownReviewsQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'reviews', 'mine'],
    queryFn: ({ signal }) => get<OwnReview[]>(withQuery('/reviews/mine', { limit: mostOwnReviews }), { signal }),
    meta: { live: 'asked' },
  });
}

/** Reviews that are hidden, a tool's or of everything, for admins. */
export function hiddenReviewsQuery(email: string, toolId?: string) {
  return queryOptions({
    queryKey: ['private', email, 'reviews', 'hidden', toolId],
    queryFn: ({ signal }) => get<OwnReview[]>(withQuery('/reviews/hidden', { toolId }), { signal }),
    meta: { live: 'asked', isForAdmins: true },
  });
}

/** Asks anew for every review that is shown. */
export async function lookAtReviews(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['reviews'] }),
    client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'private' && queryKey[2] === 'reviews',
    }),
  ]);
}
