import { queryOptions } from '@tanstack/react-query';
import type { MyLogins } from '../../../../modules/identity/contract.ts';
import { get } from '../../lib/api.ts';

/** How one can sign in to one's account. */
export const loginsQuery = queryOptions({
  queryKey: ['logins'],
  queryFn: ({ signal }) => get<MyLogins>('/me/logins', { signal }),
});
