import type { StoredEvent } from '../../kernel/event.ts';
import {
  fewestStars,
  mostStars,
  type ReviewAdded,
  type ReviewHidden,
  type ReviewShown,
} from '../../reviews/contract.ts';
import type { Tool } from '../contract.ts';

export type ReviewOfTool = ReviewAdded | ReviewHidden | ReviewShown;

/** What becomes of the rating when a review comes, is hidden, and is shown again. Reviews of the shop concern no tool. */
export function ratingHandlers<T extends Tool>() {
  const counted = (by: 1 | -1) => ({
    id: ({ data }: StoredEvent<ReviewOfTool>) => data.toolId,
    evolve: (tool: T | undefined, { data }: StoredEvent<ReviewOfTool>) => tool && rated(tool, data, by),
  });
  return { ReviewAdded: counted(1), ReviewHidden: counted(-1), ReviewShown: counted(1) };
}

/** The tool with another rating as added, which is shown while no review makes one. */
export function withRatingAdded<T extends Tool>(tool: T, ratings: number): T {
  return tool.stars ? { ...tool, RatingsAdded: ratings } : { ...tool, Ratings: ratings };
}

function rated<T extends Tool>(tool: T, { rating, bought }: ReviewOfTool['data'], by: 1 | -1): T {
  const { reviews = 0, RatingsAdded: added = tool.Ratings, stars: before, ...rest } = tool;
  const stars = starsAfter(before, bought ? rating : undefined, by);
  const count = stars.reduce((one, other) => one + other, 0);
  const sum = stars.reduce((all, so, place) => all + so * (place + fewestStars), 0);
  const shown = reviews + by;
  return {
    ...rest,
    Ratings: count > 0 ? Math.round((10 * sum) / count) / 10 : added,
    ...(shown > 0 && { reviews: shown }),
    ...(count > 0 && { RatingsAdded: added, stars }),
  } as T;
}

/** How many gave 1 star, 2 and so on, with those of one review more or less. */
function starsAfter(before: readonly number[] | undefined, rating: number | undefined, by: 1 | -1): number[] {
  const all = before ?? Array.from({ length: mostStars - fewestStars + 1 }, () => 0);
  return all.map((count, place) => (place + fewestStars === rating ? count + by : count));
}
