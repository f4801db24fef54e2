import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { spreadMs } from '../../lib/live/ask-while-behind.ts';
import { lookAtReviews } from './tool-reviews-queries.ts';

/** Asks for the reviews anew when the shop tells that those of the tool are others now: how many, or of how many stars. */
export function useReviewsTold({ Ratings, reviews, stars }: Tool): void {
  const queryClient = useQueryClient();
  const told = JSON.stringify([Ratings, reviews, stars]);
  const known = useRef(told);
  useEffect(() => {
    if (known.current === told) return;
    const pause = setTimeout(() => {
      known.current = told;
      void lookAtReviews(queryClient);
    }, spreadMs * Math.random());
    return () => clearTimeout(pause);
  }, [queryClient, told]);
}
