import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Tool } from '../../../../../modules/catalog/contract.ts';
import { useCode } from '../../../lib/lazy-loading/use-code.ts';
import { useIsNear } from '../../../lib/lazy-loading/use-is-near.ts';
import { adminQuery } from '../../../lib/queries/admin-query.ts';

type Props = { tool: Tool; email: string };

/** A tool's reviews, whose code and answers are fetched when somebody comes near them: most people come to order. */
export function ToolReviewsWhenNear(props: Props) {
  const isAdmin = useQuery(adminQuery(props.email)).data?.admin === true;
  const place = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(place);
  const [Reviews, fetchReviews] = useCode(
    async () => (await import('../../../features/reviews/tool-reviews.tsx')).ToolReviews,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks once, however often it is called.
  useEffect(() => {
    if (isNear) fetchReviews();
  }, [isNear]);
  return <div ref={place}>{Reviews && <Reviews {...props} isAdmin={isAdmin} />}</div>;
}
