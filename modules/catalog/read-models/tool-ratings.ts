import type { StoredEvent } from '../../kernel/event.ts';
import type { ReviewAdded, ReviewHidden, ReviewShown } from '../../reviews/contract.ts';
import type { Tool } from '../contract.ts';

/** What reviews make of a tool's rating. */
export type RatedTool = Tool & {
  /** Of those shown reviews whose writers have bought it here: the sum of their stars, and how many they are. Else left out. */
  readonly stars?: { readonly sum: number; readonly count: number };
};

export type ReviewOfTool = ReviewAdded | ReviewHidden | ReviewShown;

/** What becomes of the rating when a review comes, is hidden, and is shown again. Reviews of the shop concern no tool. */
export function ratingHandlers<T extends RatedTool>() {
  const counted = (by: 1 | -1) => ({
    id: ({ data }: StoredEvent<ReviewOfTool>) => data.toolId,
    evolve: (tool: T | undefined, { data }: StoredEvent<ReviewOfTool>) => tool && rated(tool, data, by),
  });
  return { ReviewAdded: counted(1), ReviewHidden: counted(-1), ReviewShown: counted(1) };
}

/** The tool with another rating as added, which is shown while no review makes one. */
export function withRatingAdded<T extends RatedTool>(tool: T, ratings: number): T {
  return tool.stars ? { ...tool, RatingsAdded: ratings } : { ...tool, Ratings: ratings };
}

function rated<T extends RatedTool>(tool: T, { rating, bought }: ReviewOfTool['data'], by: 1 | -1): T {
  const { reviews = 0, RatingsAdded: added = tool.Ratings, stars, ...rest } = tool;
  const counts = bought ? { sum: (rating ?? 0) * by, count: by } : { sum: 0, count: 0 };
  const [sum, count] = [(stars?.sum ?? 0) + counts.sum, (stars?.count ?? 0) + counts.count];
  const shown = reviews + by;
  return {
    ...rest,
    Ratings: count > 0 ? Math.round((10 * sum) / count) / 10 : added,
    ...(shown > 0 && { reviews: shown }),
    ...(count > 0 && { RatingsAdded: added, stars: { sum, count } }),
  } as T;
}
