import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';

const attempts = 3;

/** A client's mistake stays one however often it is repeated; a server that is away may come back. */
function mayHelp(failures: number, error: Error): boolean {
  const ours = error instanceof ApiError && error.status < 500 && error.status !== 429;
  return !ours && failures < attempts - 1;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: mayHelp, staleTime: 15_000, networkMode: 'always' },
      // A change is not kept waiting for the network: the person is told, and presses again with the same key.
      mutations: { networkMode: 'always' },
    },
  });
}
