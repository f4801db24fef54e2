import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

type After = {
  /** The page has not been live before: what was just asked for is nearly as new as the connection. */
  isFirst: boolean;
  /** The shop was lost by everybody at once. */
  isCrowd: boolean;
};

/** Over so many ms are the questions of a crowd spread. */
const crowdMs = 3_000;

/**
 * Asks again for what notices may have said while nobody listened. What the shop tells anew to whoever connects is not asked
 * for. Nor, at first, is what everybody sees, what nobody waits for, and what was just said not to be there.
 */
export async function catchUp(client: QueryClient, { isFirst, isCrowd }: After): Promise<void> {
  if (isCrowd) await new Promise((resolve) => setTimeout(resolve, crowdMs * Math.random()));
  // For code that keeps something other than queries: see told.ts.
  dispatchEvent(new Event('catch-up'));
  const isMissed = ({ meta, queryKey, state: { error } }: Query) =>
    meta?.live === 'asked' && (!isFirst || (queryKey[0] === 'private' && !isNotThere(error)));
  await client.invalidateQueries({ predicate: isMissed });
}

const isNotThere = (error: Error | null) => error instanceof ApiError && error.status === 404;
