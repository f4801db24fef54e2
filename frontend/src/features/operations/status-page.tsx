import { useQuery } from '@tanstack/react-query';
import { PageHead } from '../../components/layout/page-head.tsx';
import { AdminsOnly } from '../../components/states/admins-only.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { isRefused } from '../../lib/api/api-error.ts';
import { nothingFetched } from '../../lib/queries/nothing-fetched.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { NodesTable } from './nodes-table.tsx';
import { ParkedEvents } from './parked-events.tsx';
import { ProjectionsTable, ReactorsTable } from './readers-tables.tsx';
import { statusQuery } from './status-query.ts';
import { StoresTable } from './stores-table.tsx';
import { Upkeep } from './upkeep.tsx';
import { Verdict } from './verdict.tsx';

/** How the shop is, for whoever runs it. The menu leads only admins here, and it is the server that shows it or does not. */
export function StatusPage() {
  const email = useSession()?.email ?? '';
  const asked = useQuery(statusQuery(email));
  const refused = isRefused(asked.error);
  // Who is no admin any more is shown nothing of what had been fetched before.
  const status = refused ? undefined : asked.data;
  return (
    <>
      <PageHead title="Status">
        How the shop is, by the node that answers. It is asked again every ten seconds.
      </PageHead>
      {asked.isPending && <LoadingRows label="Loading the status" />}
      <div role="alert">{refused && <AdminsOnly what="the status" />}</div>
      <Failed
        title="The status could not be fetched"
        error={refused ? null : nothingFetched(asked)}
        retry={() => void asked.refetch()}
      />
      <Verdict status={status} isOld={asked.isRefetchError && !refused} />
      {status && (
        <>
          <ParkedEvents known={status.parked} />
          <NodesTable nodes={status.nodes} />
          <StoresTable stores={status.stores} />
          <Upkeep status={status} email={email} />
          <ProjectionsTable projections={status.projections} />
          <ReactorsTable reactors={status.reactors} />
        </>
      )}
    </>
  );
}
