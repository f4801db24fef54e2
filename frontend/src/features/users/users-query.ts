import { queryOptions } from '@tanstack/react-query';
import type { User } from '../../../../modules/users/contract.ts';
import { getWhole } from '../../lib/api.ts';

export function usersQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'users'],
    queryFn: ({ signal }) => getWhole<User>('/user', { signal }),
  });
}
