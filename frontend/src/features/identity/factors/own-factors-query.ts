import { queryOptions } from '@tanstack/react-query';
import type { OwnFactors } from '../../../../../modules/identity/factors/contract.ts';
import { get } from '../../../lib/api/api.ts';

/** Somebody's second factors, and by what they confirm who they are. */
export function ownFactorsQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'factors'],
    queryFn: ({ signal }) => get<OwnFactors>('/me/factors', { signal }),
  });
}
