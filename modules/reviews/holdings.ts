import type { Commands } from '../kernel/commands.ts';
import { Bulkhead } from '../kernel/concurrency/bulkhead.ts';
import { everyPage } from '../kernel/documents/every-page.ts';
import type { View } from '../kernel/documents/view.ts';
import { derivedId } from '../kernel/encoding/derived.ts';
import type { Holdings } from '../kernel/holdings.ts';
import { forgetReviewer } from './commands/forget-reviewer.ts';
import { ownOf, type ReviewDocument } from './read-models/reviews.ts';
import { review } from './review.ts';

/** A person's reviews. When they are forgotten, the reviews stay, without the name. */
export function reviewHoldings({ commands, reviews }: { commands: Commands; reviews: View<ReviewDocument> }): Holdings {
  async function allOf(uid: string): Promise<ReviewDocument[]> {
    const written: ReviewDocument[] = [];
    for await (const page of everyPage(reviews.list, { index: 'uid', key: uid, order: 'ascending' })) {
      written.push(...page);
    }
    return written;
  }

  return {
    name: 'reviews',
    of: async (uid) => (await allOf(uid)).map(ownOf),
    async forget(uid, context) {
      let last: bigint | undefined;
      const bulkhead = new Bulkhead();
      for (const { _id: reviewId } of await allOf(uid)) {
        const named = { ...context, commandId: derivedId('forget', context.commandId, reviewId) };
        const command = { type: 'ForgetReviewer', reviewId, uid } as const;
        const forgotten = await bulkhead.hold(commands.execute(review, reviewId, named, command, forgetReviewer));
        last = forgotten?.position ?? last;
      }
      bulkhead.end();
      return last;
    },
  };
}
