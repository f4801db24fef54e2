import { useEffect, useRef } from 'react';
import type { Tool } from '../../../../modules/catalog/contract.ts';
import { useCode } from '../../lib/use-code.ts';
import { useIsNear } from '../../lib/use-is-near.ts';

type Props = { tool: Tool; email: string; isAdmin: boolean };

/** A tool's reviews, whose code and answers are fetched when somebody comes near them: most people come to order. */
export function ToolReviewsWhenNear(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  const [Reviews, fetchReviews] = useCode(
    async () => (await import('../../features/reviews/tool-reviews.tsx')).ToolReviews,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks once, however often it is called.
  useEffect(() => {
    if (isNear) fetchReviews();
  }, [isNear]);
  return <div ref={place}>{Reviews && <Reviews {...props} />}</div>;
}
