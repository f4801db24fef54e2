import type { Module } from '../kernel/module.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import { viewOf } from '../kernel/view.ts';
import { reviews } from './read-models/reviews.ts';
import { reviewRoutes } from './routes.ts';
import type { WriteReviewWiring } from './write-review.ts';

/** What people say about the shop. */
export function reviewsModule(wiring: WriteReviewWiring & { readModels: ReadModels }): Module {
  return {
    name: 'reviews',
    routes: reviewRoutes({ ...wiring, reviews: viewOf(wiring.readModels, reviews) }),
    projections: [reviews],
    reactors: [],
    timers: [],
  };
}
