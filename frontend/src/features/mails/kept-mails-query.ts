import { queryOptions } from '@tanstack/react-query';
import type { KeptMail, KeptMails } from '../../../../modules/mails/contract.ts';
import { get } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';

/** What the shop would have mailed to somebody, newest first; null where it sends mails. Asked for at each visit. */
export function keptMailsQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'mails'],
    queryFn: async ({ signal }): Promise<readonly KeptMail[] | null> => {
      try {
        return (await get<KeptMails>('/me/mails', { signal })).mails;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
}
