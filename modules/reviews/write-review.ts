import type { CommandContext, Commands } from '../kernel/commands.ts';
import { derivedId } from '../kernel/derived.ts';
import type { Caller } from '../kernel/route.ts';
import { addReview } from './commands/add-review.ts';
import { allowReview } from './commands/allow-review.ts';
import type { AddReview } from './contract.ts';
import { review } from './review.ts';
import { reviewer } from './reviewer.ts';

export type WriteReviewWiring = {
  readonly commands: Commands;
  readonly now: () => Date;
  /** The rate limit: so many reviews a person in any 24 hours; 0 is without limit. */
  readonly perDay: number;
};

/**
 * Publishes a review of somebody who may write one more. That is decided in the person's own stream, so that it holds to
 * the letter at all nodes together; and under the command's id, so that a repeat is not counted again.
 * @throws TooMany for one review too many within a day.
 */
export async function writeReview(
  { commands, now, perDay }: WriteReviewWiring,
  { uid, name }: Caller,
  said: AddReview,
  context: CommandContext,
): Promise<{ reviewId: string; position: bigint }> {
  const reviewId = derivedId('review', context.commandId);
  if (perDay > 0) {
    await commands.execute(
      reviewer,
      uid,
      context,
      { type: 'AllowReview', reviewId, uid, now: now(), perDay },
      allowReview,
    );
  }
  const { position } = await commands.execute(
    review,
    reviewId,
    context,
    { type: 'AddReview', reviewId, uid, name, ...said },
    addReview,
    { isNew: true },
  );
  return { reviewId, position };
}
