import type { Commands } from '../kernel/commands.ts';
import type { Module } from '../kernel/module.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import { viewOf } from '../kernel/view.ts';
import { reviews } from './read-models/reviews.ts';
import { reviewRoutes } from './routes.ts';

/** What people say about the shop. */
export function reviewsModule({ commands, readModels }: { commands: Commands; readModels: ReadModels }): Module {
  return {
    name: 'reviews',
    routes: reviewRoutes({ commands, reviews: viewOf(readModels, reviews) }),
    projections: [reviews],
    reactors: [],
    timers: [],
  };
}
