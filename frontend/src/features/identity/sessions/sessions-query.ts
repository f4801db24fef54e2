import { queryOptions } from '@tanstack/react-query';
import type { SessionList } from '../../../../../modules/identity/contract.ts';
import { get } from '../../../lib/api/api.ts';

/** Where somebody is signed in, the latest first. */
export function sessionsQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'sessions'],
    queryFn: async ({ signal }) => (await get<SessionList>('/me/sessions', { signal })).sessions,
    meta: { live: 'asked' },
  });
}
