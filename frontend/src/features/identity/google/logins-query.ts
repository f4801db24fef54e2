import { queryOptions } from '@tanstack/react-query';
import type { MyLogins } from '../../../../../modules/identity/contract.ts';
import { get } from '../../../lib/api/api.ts';

/** How somebody can sign in to their account. */
export function loginsQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'logins'],
    queryFn: ({ signal }) => get<MyLogins>('/me/logins', { signal }),
  });
}
