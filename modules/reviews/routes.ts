import { z } from 'zod';
import { pageAnswer } from '../kernel/documents/page-answer.ts';
import type { View } from '../kernel/documents/view.ts';
import type { ListQuery } from '../kernel/read-models.ts';
import { type Route, route } from '../kernel/route.ts';
import { acknowledged, idParams, inserted } from '../kernel/wire/wire.ts';
import { hideReview } from './commands/hide-review.ts';
import { showReview } from './commands/show-review.ts';
import { addReviewBody, hideReviewBody, ownReview, review as reviewSchema, reviewsQuery } from './contract.ts';
import { ownOf, type ReviewDocument } from './read-models/reviews.ts';
import { review } from './review.ts';
import { idOfToolReview, type WriteReviewWiring, writeReview } from './write-review.ts';

const next = 'the next page is in the Link header';

type Asked = { readonly uid: string } & Pick<ListQuery, 'limit' | 'after' | 'signal'>;

/** Where a list for some people stands, and what of it is of one tool. */
type Lists = {
  readonly listed: (uid: string) => Pick<ListQuery, 'index' | 'key'>;
  readonly ofTool: (toolId: string, asked: Asked) => ReturnType<View<ReviewDocument>['list']>;
};

export function reviewRoutes(wiring: WriteReviewWiring & { reviews: View<ReviewDocument> }): Route[] {
  const { commands, reviews } = wiring;
  return [
    route({
      method: 'get',
      path: '/reviews',
      access: 'anyone',
      summary: 'Reviews that are shown, newest first; of one tool, where it is named',
      query: reviewsQuery,
      saysAsOf: true,
      answers: { 200: { description: `Reviews; ${next}`, schema: z.array(reviewSchema) } },
      async handle({ query: { toolId, limit, after }, signal }) {
        const listed = toolId === undefined ? { index: 'all', key: '' } : { index: 'tool', key: toolId };
        const page = await reviews.texts({ ...listed, order: 'descending', limit, after, signal });
        return pageAnswer('/reviews', { toolId, limit }, page);
      },
    }),
    // Lists of their own: whoever asks for what all may see is known to nobody.
    ownList('/reviews/mine', 'user', 'Reviews that one has written oneself, newest first; also those that are hidden', {
      listed: (uid) => ({ index: 'uid', key: uid }),
      // Each person has one of a tool at most, and it is known by its id.
      async ofTool(toolId, { uid }) {
        const { document, asOf } = await reviews.find(idOfToolReview(uid, toolId));
        return { documents: document ? [document] : [], next: undefined, asOf };
      },
    }),
    ownList('/reviews/hidden', 'admin', 'Reviews that an admin has hidden, newest first, and why', {
      listed: () => ({ index: 'hidden', key: '' }),
      ofTool: (toolId, { limit, after, signal }) =>
        reviews.list({ index: 'hiddenOfTool', key: toolId, order: 'descending', limit, after, signal }),
    }),
    route({
      method: 'post',
      path: '/reviews',
      access: 'user',
      summary: 'Add a review: of the shop or, with toolId and rating, of a tool',
      body: addReviewBody,
      answers: {
        201: { description: 'Added', schema: inserted },
        404: { description: 'No such tool' },
        409: { description: 'A second review of one tool by one person, or a key used for another request' },
        429: { description: 'As many as one may write in a day; the next is welcome when Retry-After says' },
      },
      async handle({ body, caller, command }) {
        const { reviewId, position } = await writeReview(wiring, caller, body, command);
        return { status: 201, body: { acknowledged: true, insertedId: reviewId }, position };
      },
    }),
    route({
      method: 'post',
      path: '/reviews/{id}/hide',
      access: 'admin',
      summary: 'Hide a review, with a reason that its writer reads',
      params: idParams,
      body: hideReviewBody,
      answers: {
        200: { description: 'Hidden', schema: acknowledged },
        404: { description: 'No such review' },
        409: { description: 'Key used for another request' },
      },
      async handle({ params: { id: reviewId }, body: { reason }, caller, command: context }) {
        const command = { type: 'HideReview', reviewId, reason, by: caller.uid } as const;
        const { position } = await commands.execute(review, reviewId, context, command, hideReview);
        return { status: 200, body: { acknowledged: true }, position };
      },
    }),
    route({
      method: 'post',
      path: '/reviews/{id}/show',
      access: 'admin',
      summary: 'Show a hidden review again',
      params: idParams,
      answers: {
        200: { description: 'Shown', schema: acknowledged },
        404: { description: 'No such review' },
        409: { description: 'Key used for another request' },
      },
      async handle({ params: { id: reviewId }, caller, command: context }) {
        const command = { type: 'ShowReview', reviewId, by: caller.uid } as const;
        const { position } = await commands.execute(review, reviewId, context, command, showReview);
        return { status: 200, body: { acknowledged: true }, position };
      },
    }),
  ];

  function ownList(path: string, access: 'user' | 'admin', summary: string, { listed, ofTool }: Lists): Route {
    return route({
      method: 'get',
      path,
      access,
      summary,
      query: reviewsQuery,
      saysAsOf: true,
      answers: { 200: { description: `Reviews; ${next}`, schema: z.array(ownReview) } },
      async handle({ query: { toolId, limit, after }, caller: { uid }, signal }) {
        const { documents, ...page } =
          toolId === undefined
            ? await reviews.list({ ...listed(uid), order: 'descending', limit, after, signal })
            : await ofTool(toolId, { uid, limit, after, signal });
        const texts = documents.map((document) => JSON.stringify(ownOf(document)));
        return pageAnswer(path, { toolId, limit }, { ...page, documents: texts });
      },
    });
  }
}
