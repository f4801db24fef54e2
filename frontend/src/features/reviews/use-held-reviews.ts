import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Review } from '../../../../modules/reviews/contract.ts';

type Held = {
  /** Of the element that is looked at. */
  place: RefObject<HTMLElement | null>;
  shown: readonly Review[] | undefined;
  /** How many there are that are not shown. */
  newer: number;
  show: () => void;
};

/**
 * Reviews that come while somebody has the section before them wait until they are wanted; else they are shown at once. Nothing waits
 * where one of those that are shown was taken away: it would go on being shown.
 */
export function useHeldReviews(reviews: readonly Review[] | undefined): Held {
  const place = useRef<HTMLElement>(null);
  const isInView = useInView(place);
  const [shown, setShown] = useState(reviews);

  const known = new Set(shown?.map(({ _id }) => _id));
  const newer = reviews?.findIndex(({ _id }) => known.has(_id)) ?? -1;
  const areAllThere = reviews?.slice(newer).every(({ _id }, at) => _id === shown?.[at]?._id) ?? false;
  const isHeld = isInView && newer > 0 && areAllThere;
  // What changes in the reviews that are shown (a name that was forgotten, say) moves nothing.
  if (!isHeld && shown !== reviews) setShown(reviews);

  return { place, shown: isHeld ? shown : reviews, newer: isHeld ? newer : 0, show: () => setShown(reviews) };
}

/** Whether any of it is before somebody's eyes now. */
export function useInView(place: RefObject<HTMLElement | null>): boolean {
  const [isIt, setIt] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watcher = new IntersectionObserver(([entry]) => setIt(entry?.isIntersecting ?? false));
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [place]);
  return isIt;
}
