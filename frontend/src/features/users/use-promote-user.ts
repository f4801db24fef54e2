import { useQueryClient } from '@tanstack/react-query';
import { change } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { toast } from '../../lib/toast.ts';
import { useChange } from '../../lib/use-change.ts';

type Answer = { acknowledged: boolean; matchedCount: number; modifiedCount: number };

export function usePromoteUser() {
  const queryClient = useQueryClient();
  return useChange({
    name: 'promote',
    call: (email: string, key) => change<Answer>(`/user/admin/${encodeURIComponent(email)}`, { method: 'PUT', key }),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount > 0) void toast('Succesfully Made Admin');
      return queryClient.invalidateQueries({ queryKey: ['private'] });
    },
    onError: (error) => {
      const refused = error instanceof ApiError && error.status === 403;
      void toast(refused ? 'Failed to make a admin' : error.message, 'failure');
    },
  });
}
