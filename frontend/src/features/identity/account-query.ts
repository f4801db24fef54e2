import { queryOptions, useQuery } from '@tanstack/react-query';
import type { OwnAccount } from '../../../../modules/identity/contract.ts';
import { get } from '../../lib/api/api.ts';
import { useSession } from '../../lib/session/use-session.ts';

/** How one gets into one's own account. */
export function accountQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'account'],
    queryFn: ({ signal }) => get<OwnAccount>('/me/account', { signal }),
  });
}

export function useOwnAccount() {
  return useQuery(accountQuery(useSession()?.email ?? ''));
}
