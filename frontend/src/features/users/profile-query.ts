import { queryOptions } from '@tanstack/react-query';
import type { User } from '../../../../modules/users/contract.ts';
import { get } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';

/** What somebody has told about themselves; null when the shop knows nothing of them yet. */
export function profileQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'profile'],
    // Whoever comes back from another tab may have saved another there a moment ago, and would put back what it was.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<User | null> => {
      try {
        return await get<User>(`/user/${encodeURIComponent(email)}`, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}
