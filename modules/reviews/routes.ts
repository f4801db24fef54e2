import { z } from 'zod';
import type { Commands } from '../kernel/commands.ts';
import { derivedId } from '../kernel/derived.ts';
import { pageAnswer } from '../kernel/page-answer.ts';
import { type Route, route } from '../kernel/route.ts';
import type { View } from '../kernel/view.ts';
import { inserted, pageQuery } from '../kernel/wire.ts';
import { addReview } from './commands/add-review.ts';
import { addReviewBody, type Review, review as reviewSchema } from './contract.ts';
import { review } from './review.ts';

export function reviewRoutes({ commands, reviews }: { commands: Commands; reviews: View<Review> }): Route[] {
  return [
    route({
      method: 'get',
      path: '/reviews',
      access: 'anyone',
      summary: 'Reviews, newest first',
      query: pageQuery,
      answers: { 200: { description: 'Reviews; the next page is in the Link header', schema: z.array(reviewSchema) } },
      async handle({ query: { limit, after } }) {
        const page = await reviews.texts({ index: 'all', key: '', order: 'descending', limit, after });
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
      },
      async handle({ body, caller, command }) {
        const reviewId = derivedId('review', command.commandId);
        const data = { type: 'AddReview', reviewId, uid: caller.uid, name: caller.name, ...body } as const;
        const { position } = await commands.execute(review, reviewId, command, (state) => addReview(data, state));
        return { status: 201, body: { acknowledged: true, insertedId: reviewId }, position };
      },
    }),
  ];
}
