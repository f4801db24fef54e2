import { queryOptions } from '@tanstack/react-query';
import type { Review } from '../../../../modules/reviews/contract.ts';
import { get, withQuery } from '../../lib/api.ts';

/** Two rows of three. */
const shown = 6;

/** Asked for again whenever the reviews come into view. */
export const reviewsQuery = queryOptions({
  queryKey: ['reviews'],
  queryFn: ({ signal }) => get<Review[]>(withQuery('/reviews', { limit: shown }), { signal }),
  staleTime: 0,
});
