import { z } from 'zod';
import { pageAnswer } from '../kernel/page-answer.ts';
import { type Route, route } from '../kernel/route.ts';
import type { View } from '../kernel/view.ts';
import { inserted, pageQuery } from '../kernel/wire.ts';
import { addReviewBody, type Review, review as reviewSchema } from './contract.ts';
import { type WriteReviewWiring, writeReview } from './write-review.ts';

export function reviewRoutes({ reviews, ...wiring }: WriteReviewWiring & { reviews: View<Review> }): Route[] {
  return [
    route({
      method: 'get',
      path: '/reviews',
      access: 'anyone',
      summary: 'Reviews, newest first',
      query: pageQuery,
      saysAsOf: true,
      answers: { 200: { description: 'Reviews; the next page is in the Link header', schema: z.array(reviewSchema) } },
      async handle({ query: { limit, after }, signal }) {
        const page = await reviews.texts({ index: 'all', key: '', order: 'descending', limit, after, signal });
        return pageAnswer('/reviews', { limit }, page);
      },
    }),
    route({
      method: 'post',
      path: '/reviews',
      access: 'user',
      summary: 'Add a review',
      body: addReviewBody,
      answers: {
        201: { description: 'Added', schema: inserted },
        409: { description: 'Key used for another request' },
        429: { description: 'As many as one may write in a day; the next is welcome when Retry-After says' },
      },
      async handle({ body, caller, command }) {
        const { reviewId, position } = await writeReview(wiring, caller, body, command);
        return { status: 201, body: { acknowledged: true, insertedId: reviewId }, position };
      },
    }),
  ];
}
