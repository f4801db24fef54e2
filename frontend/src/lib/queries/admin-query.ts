import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getDated } from '../api/api.ts';
import { newestOf } from '../live/newest.ts';
import { patchCached } from './patch-cached.ts';

type AdminFlag = { admin: boolean };

const newest = newestOf<AdminFlag>();

/** Whether somebody is an admin. The server decides with every call anyway; this decides what is offered. */
export function adminQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'admin'],
    queryFn: async ({ client, signal }) => {
      const { body, asOf } = await getDated<AdminFlag>(`/admin/${encodeURIComponent(email)}`, { signal });
      return newest.answered(client, email, asOf, body);
    },
    enabled: email !== '',
    meta: { live: 'asked' },
  });
}

/** What a notice says of somebody's role. */
export function hearRole(client: QueryClient, email: string, position: bigint, admin: boolean): void {
  if (!newest.told(client, email, position, { admin })) return;
  patchCached<AdminFlag>(client, { queryKey: adminQuery(email).queryKey }, (flag) =>
    newest.latest(client, email, flag),
  );
}
