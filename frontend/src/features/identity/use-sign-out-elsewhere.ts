import { useQueryClient } from '@tanstack/react-query';
import { forgetAccess } from '../../lib/access-token.ts';
import { changeOnly } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { useChange } from '../../lib/use-change.ts';
import { sessionsQuery } from './sessions-query.ts';

/** Signs one out in one other place. */
export function useSignOutThere(email: string) {
  const client = useQueryClient();
  return useChange({
    name: 'sign out there',
    call: (id: string, key) => changeOnly(`/me/sessions/${encodeURIComponent(id)}`, { method: 'DELETE', key }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery(email).queryKey }),
    onError: (error) => {
      void toast(error.message, 'error');
      return client.invalidateQueries({ queryKey: sessionsQuery(email).queryKey });
    },
  });
}

/** Signs one out everywhere, here too. */
export function useSignOutEverywhere() {
  return useChange({
    name: 'sign out everywhere',
    call: (_: undefined, key) => changeOnly('/me/sessions', { method: 'DELETE', key }),
    onSuccess: () => {
      forgetAccess();
      void toast('You are signed out everywhere');
    },
    onError: (error) => void toast(error.message, 'error'),
  });
}
