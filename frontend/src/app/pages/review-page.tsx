import { useQuery } from '@tanstack/react-query';
import { bookingsQuery } from '../../features/booking/bookings-query.ts';
import { AddReviewPage } from '../../features/reviews/add-review-page.tsx';
import { useSession } from '../../lib/session/use-session.ts';

/** The page to write a review, with the tools to choose from that one has bought: what is paid, and not all given back. */
export function ReviewPage() {
  const orders = useQuery(bookingsQuery(useSession()?.email ?? '')).data ?? [];
  const bought = orders.filter(({ status }) => status === 'paid');
  // The newest order of a tool has the newest name of it.
  const byTool = new Map(bought.toReversed().map(({ toolId, toolName: name }) => [toolId, { toolId, name }]));
  return <AddReviewPage bought={[...byTool.values()].toReversed()} />;
}
