import { describe, expect, it } from 'vitest';
import { InMemoryReadModels } from '../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../backend/testing/stored.ts';
import type { ReviewEvent } from './events.ts';
import { reviewNotices } from './notices.ts';
import { reviews } from './read-models/reviews.ts';
import { reviewAdded, reviewHidden, reviewShown } from './testing/examples.ts';

/** What everybody is told of the list after these, in their order. */
async function toldAfter(...events: ReviewEvent[]) {
  const readModels = new InMemoryReadModels();
  const [added] = reviewNotices(readModels).topics;
  const keys = events.map((event, at) => {
    const happened = stored(event, { position: BigInt(at + 1) });
    readModels.follow([reviews], [happened]);
    return added?.keyOf(happened) ?? '';
  });
  return [...((await added?.latest(keys.slice(-1))) ?? new Map()).values()];
}

describe('what everybody hears of reviews', () => {
  const other = { reviewId: 'r2' };

  it('is which of those that are shown is the newest', async () => {
    expect(await toldAfter(reviewAdded(), reviewAdded(other))).toEqual([{ reviewId: 'r2', position: '2' }]);
    expect(await toldAfter(reviewAdded(), reviewAdded(other), reviewHidden(other))).toEqual([
      { reviewId: 'r1', position: '3' },
    ]);
  });

  it('is also that the only one was hidden, so that it leaves pages that are open', async () => {
    expect(await toldAfter(reviewAdded(), reviewHidden())).toEqual([{ reviewId: 'r1', position: '2' }]);
    const both = [reviewAdded(), reviewAdded(other), reviewHidden(other), reviewHidden()];
    expect(await toldAfter(...both)).toEqual([{ reviewId: 'r1', position: '4' }]);
    expect(await toldAfter(...both, reviewShown(other))).toEqual([{ reviewId: 'r2', position: '5' }]);
  });
});
