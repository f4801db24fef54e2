import { queryOptions, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { FailedRefund } from '../../../../../modules/payments/contract.ts';
import { getWhole } from '../../../lib/api/api.ts';
import { useHistoryGrew } from '../one-order/use-history-grew.ts';

/** What could not be given back; the server shows it to admins only. */
export function failedRefundsQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'failed-refunds'],
    queryFn: async ({ signal }) => (await getWhole<FailedRefund>('/refunds/failed', { signal })).body,
    meta: { live: 'asked', isForAdmins: true },
  });
}

/** Has them asked for anew as some fail, are tried again or settled: by whoever did it, in whichever window. */
export function useFailedRefundsLive(email: string): void {
  const client = useQueryClient();
  useHistoryGrew(() => void client.invalidateQueries(failedRefundsQuery(email)));
}

/** What stands below them waits until they are known, or it would jump; and no longer than for the first answer, whatever that is. */
export const isFirstAwaited = ({ isLoading, failureCount }: Pick<UseQueryResult, 'isLoading' | 'failureCount'>) =>
  isLoading && failureCount === 0;
