import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { Review } from '../../../../modules/reviews/contract.ts';
import type { Page } from '../../lib/api/api.ts';

type Reviews = UseInfiniteQueryResult<InfiniteData<Page<Review>>>;

/**
 * The next page of a list of reviews, for whoever presses for it. The button goes with the last page: the first review of that
 * takes the focus, or the list's heading, where it would fall to the body.
 */
export function useMoreReviews(reviews: Reviews, heading: RefObject<HTMLElement | null>) {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = reviews;
  const first = useRef<HTMLElement>(null);
  const wasPressed = useRef(false);

  useEffect(() => {
    if (isFetchingNextPage || !wasPressed.current) return;
    wasPressed.current = false;
    // Who has gone on meanwhile is not called back.
    if (!hasNextPage && document.activeElement === document.body) (first.current ?? heading.current)?.focus();
  }, [isFetchingNextPage, hasNextPage, heading]);

  const firstId = data?.pages.at(-1)?.entries[0]?._id;
  return {
    /** For each review of the list. */
    refOf: ({ _id }: Review) => (_id === firstId ? first : null),
    /** For the button. */
    more: {
      isThere: hasNextPage,
      isBusy: isFetchingNextPage,
      error: isFetchNextPageError && !isFetchingNextPage ? error : null,
      fetch() {
        wasPressed.current = true;
        void fetchNextPage();
      },
    },
  };
}
