import { queryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { FailedRefund } from '../../../../modules/payments/contract.ts';
import { getWhole } from '../../lib/api.ts';

/** What could not be given back; the server shows it to admins only. */
export function failedRefundsQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'failed-refunds'],
    queryFn: async ({ signal }) => (await getWhole<FailedRefund>('/refunds/failed', { signal })).body,
    meta: { isForAdmins: true },
  });
}

/** What stands below them waits until they are known, or it would jump; and no longer than for the first answer, whatever that is. */
export const isFirstAwaited = ({ isLoading, failureCount }: Pick<UseQueryResult, 'isLoading' | 'failureCount'>) =>
  isLoading && failureCount === 0;
