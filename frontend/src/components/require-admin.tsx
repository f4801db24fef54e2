import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { adminQuery } from '../lib/admin-query.ts';
import { useSession } from '../lib/use-session.ts';
import { Failed } from './failed.tsx';
import { Loading } from './loading.tsx';
import { NotForYou } from './not-for-you.tsx';

/** Spares people a form that the server would refuse; it is the server that decides. */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const admin = useQuery(adminQuery(useSession()?.email ?? ''));
  if (admin.isPending) return <Loading />;
  if (admin.isError) {
    return <Failed title="Your role could not be checked" error={admin.error} retry={() => void admin.refetch()} />;
  }
  return admin.data.admin ? children : <NotForYou />;
}
