import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LinkLoginAnswer } from '../../../../../modules/identity/contract.ts';
import { pages } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { change, changeOnly } from '../../../lib/api/api.ts';
import { useChange } from '../../../lib/idempotency/use-change.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { toast } from '../../../lib/toast.ts';
import { loginsQuery } from './logins-query.ts';

/** Leaves for Google, and comes back to the profile. Each try is a new one: nothing is changed before one comes back. */
export function useLinkGoogle() {
  return useMutation({
    mutationFn: () =>
      change<LinkLoginAnswer>('/me/logins', {
        method: 'POST',
        body: { returnTo: pages.myProfile },
        key: crypto.randomUUID(),
      }),
    onSuccess: ({ address }) => window.location.assign(address),
  });
}

/** @param onDone is told which before it is gone from the list */
export function useUnlinkGoogle(onDone: (id: string) => void) {
  const queries = useQueryClient();
  const email = useSession()?.email ?? '';
  return useChange({
    name: 'unlink google',
    isRepeatable: true,
    call: (id: string, key) => changeOnly(`/me/logins/${encodeURIComponent(id)}`, { method: 'DELETE', key }),
    onSuccess: async (_, id) => {
      onDone(id);
      const { queryKey } = loginsQuery(email);
      await queries.invalidateQueries({ queryKey });
      const isAnyLeft = queries.getQueryData(queryKey)?.logins.some((login) => login.id !== id);
      const unlinked = isAnyLeft
        ? 'One of your Google logins is unlinked.'
        : 'Google is unlinked: you log in with your password from now on.';
      void toast(`${unlinked} Everywhere else you are logged out.`);
    },
  });
}
