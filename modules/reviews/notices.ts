import { viewOf } from '../kernel/documents/view.ts';
import { type Notices, notices, topic } from '../kernel/notices.ts';
import type { ReadModels } from '../kernel/read-models.ts';
import type { ReviewEvent } from './events.ts';
import { reviews } from './read-models/reviews.ts';

/** Times a second that everybody is told of a new review at most. */
const perSecond = 1;
/** There is one list of reviews. */
const list = 'reviews';

/**
 * What reviews tells browsers: which one is the newest that is shown; where none is any more, the one that was hidden last. Who is told
 * asks again, and no hidden one is among what they get. Without the second, the only one that was shown would stay on pages that are open.
 */
export function reviewNotices(readModels: ReadModels): Notices {
  const view = viewOf(readModels, reviews);
  let hiddenLast: string | undefined;
  const added = topic<ReviewEvent>({
    name: 'review.added',
    to: 'everyone',
    perSecond,
    on: {
      ReviewAdded: () => list,
      ReviewHidden({ data }) {
        hiddenLast = data.reviewId;
        return list;
      },
      ReviewShown: () => list,
    },
    async latest() {
      const { documents, asOf } = await view.list({ index: 'all', key: '', order: 'descending', limit: 1 });
      const reviewId = documents[0]?._id ?? hiddenLast;
      return new Map(reviewId === undefined ? [] : [[list, { reviewId, position: `${asOf}` }]]);
    },
  });
  return notices({ shownBy: [reviews], topics: [added] });
}
