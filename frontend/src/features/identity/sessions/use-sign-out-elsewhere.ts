import { useQueryClient } from '@tanstack/react-query';
import type { SessionEntry } from '../../../../../modules/identity/contract.ts';
import { changeOnly } from '../../../lib/api/api.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { forgetAccess } from '../../../lib/session/access-token.ts';
import { signedOutByHand } from '../../../lib/session/session.ts';
import { toast } from '../../../lib/toast.ts';
import { sessionsQuery } from './sessions-query.ts';

type There = Pick<SessionEntry, '_id' | 'browser'>;

/** Signs one out in one other place. `onDone` is told which before it is gone from the list. */
export function useSignOutThere(email: string, onDone: (id: string) => void) {
  const client = useQueryClient();
  return useChange({
    name: 'sign out there',
    call: ({ _id }: There, key) => changeOnly(`/me/sessions/${encodeURIComponent(_id)}`, { method: 'DELETE', key }),
    onSuccess: (_, { _id, browser }) => {
      onDone(_id);
      // "An unknown browser" begins no sentence here.
      void toast(`You are signed out of ${browser.replace(/^An? /, (article) => article.toLowerCase())}`);
      return client.invalidateQueries({ queryKey: sessionsQuery(email).queryKey });
    },
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
    isRepeatable: true,
    call: (_: undefined, key) => changeOnly('/me/sessions', { method: 'DELETE', key }),
    onSuccess: () => {
      forgetAccess(undefined, signedOutByHand);
      void toast('You are signed out everywhere');
    },
    onError: (error) => void toast(error.message, 'error'),
  });
}
