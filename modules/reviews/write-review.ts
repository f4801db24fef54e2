import type { Purchases } from '../booking/contract.ts';
import type { ToolNames } from '../catalog/contract.ts';
import type { CommandContext, Commands } from '../kernel/commands.ts';
import { derivedId } from '../kernel/encoding/derived.ts';
import { NotFound } from '../kernel/errors.ts';
import type { Caller } from '../kernel/route.ts';
import { addReview } from './commands/add-review.ts';
import { allowReview } from './commands/allow-review.ts';
import type { AddReview, ReviewAdded } from './contract.ts';
import { review } from './review.ts';
import { reviewer } from './reviewer.ts';

export type WriteReviewWiring = {
  readonly commands: Commands;
  readonly tools: ToolNames;
  readonly purchases: Purchases;
  readonly now: () => Date;
  /** The rate limit: so many reviews a person in any 24 hours; 0 is without limit. */
  readonly perDay: number;
};

type Written = { readonly reviewId: string; readonly position: bigint };
type Said = Omit<ReviewAdded['data'], 'reviewId'>;

/** One a person and tool, whoever is quicker: all reviews of a tool by one person would be in this one stream. */
export const idOfToolReview = (uid: string, toolId: string): string => derivedId('review', uid, toolId);

/**
 * Publishes a review of somebody who may write one more. That is decided in the person's own stream, so that it holds to
 * the letter at all nodes together; and under the command's id, so that a repeat is not counted again.
 * @throws TooMany for one review too many within a day; NotFound for an unknown tool; Conflict for a second review of one tool.
 */
export async function writeReview(
  wiring: WriteReviewWiring,
  { uid, name }: Caller,
  said: AddReview,
  context: CommandContext,
): Promise<Written> {
  const { toolId } = said;
  if (toolId === undefined) {
    const { review, description } = said;
    return addOneMore(wiring, derivedId('review', context.commandId), { uid, name, review, description }, context);
  }
  const reviewId = idOfToolReview(uid, toolId);
  const toolName = await wiring.tools.nameOf(toolId);
  if (toolName === undefined) throw new NotFound('There is no such tool.');
  const ofTool = { uid, name, ...said, toolName };
  // A second review would be refused, and must not be counted before; a repeat was counted.
  const isThere = (await wiring.commands.load(review, reviewId)).status !== 'none';
  if (isThere) return add(wiring, reviewId, ofTool, context);
  const hasBought = async () => ((await wiring.purchases.hasBought(uid, toolId)) ? { bought: true as const } : {});
  return addOneMore(wiring, reviewId, ofTool, context, hasBought);
}

/** @param more is asked for once it is allowed: all that somebody has ever ordered may have to be looked through for it */
async function addOneMore(
  wiring: WriteReviewWiring,
  reviewId: string,
  said: Said,
  context: CommandContext,
  more: () => Promise<Partial<Said>> = async () => ({}),
) {
  const { commands, now, perDay } = wiring;
  // Also where there is no limit: the person's stream is where one key with two requests is noticed, of whatever tools.
  const command = { type: 'AllowReview', reviewId, uid: said.uid, now: now(), perDay } as const;
  await commands.execute(reviewer, said.uid, context, command, allowReview);
  return add(wiring, reviewId, { ...said, ...(await more()) }, context);
}

async function add({ commands }: WriteReviewWiring, reviewId: string, said: Said, context: CommandContext) {
  const command = { type: 'AddReview', reviewId, ...said } as const;
  const { position } = await commands.execute(review, reviewId, context, command, addReview, { isNew: true });
  return { reviewId, position };
}
