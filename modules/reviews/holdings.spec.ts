import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../backend/testing/context.ts';
import { damagedIn } from '../../backend/testing/deciding/damaged-in.ts';
import { viewOf } from '../kernel/documents/view.ts';
import { reviewHoldings } from './holdings.ts';
import { reviews as reviewDocuments } from './read-models/reviews.ts';
import { review } from './review.ts';
import { reviewAdded } from './testing/examples.ts';

it('the reviews of a person are without their name but for one that cannot be read, and that is said', async () => {
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({ appended: (events) => readModels.follow([reviewDocuments], events) });
  for (const reviewId of ['r1', 'r2', 'r3']) {
    const added = reviewAdded({ reviewId });
    await commands.execute(review, reviewId, contextOf(reviewId), { type: 'AddReview' }, () => [added]);
  }
  const reviews = viewOf(readModels, reviewDocuments);
  const { forget } = reviewHoldings({ commands: damagedIn(commands, 'review-r1'), reviews });
  await expect(forget('u1', contextOf('forget'))).rejects.toThrow('1 failed: DamagedStream: review-r1');
  const forgotten = commands.ofType('ReviewerForgotten').map(({ data }) => (data as { reviewId: string }).reviewId);
  expect(forgotten.toSorted()).toEqual(['r2', 'r3']);
});
