import { useQueryClient } from '@tanstack/react-query';
import { change } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { toast } from '../../lib/toast.ts';
import { personQuery } from './people-query.ts';

const promoted = 'Succesfully Made Admin';

type Answer = { acknowledged: boolean; matchedCount: number; modifiedCount: number };

/** Makes an admin of somebody; `admin` is the address of whoever does. */
export function usePromoteUser(admin: string) {
  const queryClient = useQueryClient();
  const look = () => queryClient.invalidateQueries({ queryKey: ['private'] });
  return useChange({
    name: 'promote',
    isRepeatable: true,
    call: (email: string, key) => change<Answer>(`/user/admin/${encodeURIComponent(email)}`, { method: 'PUT', key }),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount > 0) void toast(promoted);
      return look();
    },
    onError: async (error, email) => {
      if (error instanceof ApiError && error.status === 403) return void toast('Failed to make a admin', 'error');
      // An answer that was lost may have been a yes: the shop tells.
      await look();
      const query = { ...personQuery(admin, email), staleTime: 0 };
      const person = await queryClient.fetchQuery(query).catch(() => undefined);
      void (person?.role === 'admin' ? toast(promoted) : toast(error.message, 'error'));
    },
  });
}
