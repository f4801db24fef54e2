import { review, reviewOf } from './arranged.ts';
import { anyone, call, type EveryCall } from './asked.ts';

/** Reviews. */
export const reviewCalls: readonly EveryCall[] = [
  call('GET /reviews', 'none', anyone(200), () => ({ path: '/reviews' })),
  call('POST /reviews', 'access token', [401, 201, 201, 201], () => ({ path: '/reviews', body: review })),
  call('GET /reviews/mine', 'access token', [401, 200, 200, 200], () => ({ path: '/reviews/mine' })),
  call('GET /reviews/hidden', 'access token', [401, 403, 403, 200], () => ({ path: '/reviews/hidden' })),
  call('POST /reviews/{id}/hide', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/reviews/${await reviewOf(shop)}/hide`,
    body: { reason: 'It names a neighbour.' },
  })),
  call('POST /reviews/{id}/show', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/reviews/${await reviewOf(shop)}/show`,
  })),
];
