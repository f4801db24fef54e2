import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { shelves } from '../../../../../modules/kernel/wire/page-addresses.ts';
import { Failed } from '../../../components/states/failed.tsx';
import { StateMessage } from '../../../components/states/state-message.tsx';
import { ToolDetailsSkeleton } from '../../../features/catalog/details/tool-details-skeleton.tsx';
import { takeKnownTool, toolQuery } from '../../../features/catalog/tool-query.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { configQuery } from '../../../lib/queries/config-query.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { ToolOffer } from './tool-offer.tsx';

export function ToolPage() {
  const { id = '' } = useParams();
  const session = useSession();
  takeKnownTool(useQueryClient());
  const tool = useQuery(toolQuery(id));
  const config = useQuery(configQuery);

  const error = tool.error ?? config.error;
  if (error instanceof ApiError && error.status === 404) return <NoSuchTool />;
  // What is there is shown even when asking for it again has failed: a form must not vanish under one's hands.
  if (tool.data && config.data && session) {
    return <ToolOffer key={id} tool={tool.data} buyer={session} currency={config.data.currency} />;
  }
  const retry = () => void Promise.all([tool.refetch(), config.refetch()]);
  return (
    <>
      <Failed title="The tool could not be fetched" error={error} retry={retry} page />
      {!error && <ToolDetailsSkeleton />}
    </>
  );
}

function NoSuchTool() {
  return (
    <StateMessage title="There is no such tool" picture="/pictures/not-found.svg" page>
      It may have been taken off the shelves.
      <Button component={Link} to={shelves} variant="default">
        Browse the shelves
      </Button>
    </StateMessage>
  );
}
