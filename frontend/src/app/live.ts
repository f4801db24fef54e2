import type { QueryClient } from '@tanstack/react-query';
import { historyNotices } from '../features/audit/live.ts';
import { bookingNotices } from '../features/booking/live.ts';
import { orderCountsNotices } from '../features/booking/order-counts.ts';
import { catalogNotices } from '../features/catalog/live.ts';
import { sessionNotices } from '../features/identity/live.ts';
import { reviewNotices } from '../features/reviews/live.ts';
import { emailNotices, userErasedNotices, userNotices } from '../features/users/live.ts';
import { goLive } from '../lib/live/live.ts';
import type { OpenSocket } from '../lib/live/live-socket.ts';

/** Has every module hear its notices, until the signal ends it. */
export function hearNotices(client: QueryClient, signal: AbortSignal, open?: OpenSocket): void {
  const notices = {
    ...catalogNotices,
    ...bookingNotices,
    ...orderCountsNotices,
    ...historyNotices,
    ...reviewNotices,
    ...userNotices,
    ...emailNotices,
    ...userErasedNotices,
    ...sessionNotices,
  };
  goLive({ client, notices, signal, ...(open && { open }) });
}
