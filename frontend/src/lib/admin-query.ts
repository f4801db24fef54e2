import { queryOptions } from '@tanstack/react-query';
import { get } from './api.ts';

/** Whether somebody is an admin. The server decides with every call anyway; this decides what is offered. */
export function adminQuery(email: string) {
  return queryOptions({
    queryKey: ['private', email, 'admin'],
    queryFn: ({ signal }) => get<{ admin: boolean }>(`/admin/${encodeURIComponent(email)}`, { signal }),
    enabled: email !== '',
  });
}
