import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api/api-error.ts';

const attempts = 3;
/** Who has to wait for longer is told so, and asks again themselves. */
const longestWaitMs = 5_000;

/** A client's mistake stays one however often it is repeated; a server that is away may come back. */
export function mayHelp(failures: number, error: Error): boolean {
  if (failures >= attempts - 1) return false;
  if (!(error instanceof ApiError)) return true;
  return (error.status >= 500 || error.status === 429) && error.retryAfterMs <= longestWaitMs;
}

/** Back-off, in ms, and no sooner than the server says: whoever asks before that is counted again. */
export function waitBefore(failures: number, error: Error): number {
  const told = error instanceof ApiError ? error.retryAfterMs : 0;
  return Math.max(told, 1_000 * 2 ** failures);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: mayHelp, retryDelay: waitBefore, staleTime: 15_000, networkMode: 'always' },
      // A change is not kept waiting for the network: the person is told, and presses again with the same key.
      mutations: { networkMode: 'always' },
    },
  });
}
