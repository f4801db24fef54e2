import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { User } from '../../../../modules/users/contract.ts';
import { getWhole } from '../../lib/api.ts';
import { newestOf } from '../../lib/newest.ts';
import { patchCached } from '../../lib/patch-cached.ts';

const newest = newestOf<Pick<User, 'role'>>();

export function usersQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'users'],
    queryFn: async ({ client, signal }) => {
      const { body, asOf } = await getWhole<User>('/user', { signal });
      return body.map((user) => withRole(user, newest.answered(client, user.email, asOf, { role: user.role })));
    },
    meta: { live: 'asked', isForAdmins: true },
  });
}

/** What a notice says of the role of one of them; `admin` is the address of who is shown the list. */
export function hearRoleOf(
  client: QueryClient,
  admin: string,
  told: { email: string; position: bigint; role: User['role'] },
): void {
  const { email, position, role } = told;
  if (!newest.told(client, email, position, { role })) return;
  patchCached<User[]>(client, { queryKey: usersQuery(admin).queryKey }, (users) =>
    users.map((user) =>
      user.email === email ? withRole(user, newest.latest(client, email, { role: user.role })) : user,
    ),
  );
}

const withRole = ({ role: _, ...user }: User, { role }: Pick<User, 'role'>): User => ({
  ...user,
  ...(role && { role }),
});
