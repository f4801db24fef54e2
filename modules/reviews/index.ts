import { viewOf } from '../kernel/documents/view.ts';
import type { Holdings } from '../kernel/holdings.ts';
import type { Module } from '../kernel/module.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import { reviewHistory } from './history.ts';
import { reviewHoldings } from './holdings.ts';
import { reviewNotices } from './notices.ts';
import { reviews } from './read-models/reviews.ts';
import { reviewRoutes } from './routes.ts';
import type { WriteReviewWiring } from './write-review.ts';

/** What people say about the shop. */
export function reviewsModule(
  wiring: WriteReviewWiring & { readModels: ReadModels },
): Module & { readonly holdings: Holdings } {
  const view = viewOf(wiring.readModels, reviews);
  return {
    name: 'reviews',
    routes: reviewRoutes({ ...wiring, reviews: view }),
    projections: [reviews],
    reactors: [],
    timers: [],
    history: [reviewHistory],
    notices: reviewNotices(wiring.readModels),
    holdings: reviewHoldings({ commands: wiring.commands, reviews: view }),
  };
}
