import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failed } from '../../components/failed.tsx';
import { Loading } from '../../components/loading.tsx';
import { NotForYou } from '../../components/not-for-you.tsx';
import { useSession } from '../../lib/use-session.ts';
import { adminQuery } from './admin-query.ts';

/** Spares people a form that the server would refuse; it is the server that decides. */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const admin = useQuery(adminQuery(useSession()?.email ?? ''));
  if (admin.isPending) return <Loading />;
  if (admin.isError) {
    return <Failed title="Your role could not be checked" error={admin.error} retry={() => void admin.refetch()} />;
  }
  return admin.data.admin ? children : <NotForYou />;
}
