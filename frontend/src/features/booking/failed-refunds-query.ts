import { queryOptions } from '@tanstack/react-query';
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
