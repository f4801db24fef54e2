import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AdminsOnly } from '../../components/states/admins-only.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { StateMessage } from '../../components/states/state-message.tsx';
import { ApiError, isRefused } from '../../lib/api/api-error.ts';
import { nothingFetched } from '../../lib/queries/nothing-fetched.ts';
import { isBeingIndexed } from './being-indexed.ts';

type Props = {
  answer: Pick<UseQueryResult<object>, 'data' | 'error' | 'isPending' | 'isLoadingError' | 'refetch'>;
  /** In place of what the shop says it does not know, or does not understand. */
  refused?: ReactNode;
};

/** In the place of an answer that is not there: on its way, not allowed, being indexed, not to be had, or failed. */
export function WhatsTheMatter({ answer, refused }: Props) {
  const { data, error, isPending } = answer;
  const isMistake = error instanceof ApiError && (error.status === 400 || error.status === 404);
  const failure = isMistake || isRefused(error) ? null : nothingFetched(answer);
  return (
    <>
      {isPending && <LoadingRows label="Loading the history" rows={6} height={72} />}
      <div role="alert">
        {isRefused(error) && <AdminsOnly what="the history" />}
        {isMistake && (
          <StateMessage title={error.status === 404 ? asHeading(error.message) : 'That cannot be looked for'}>
            {error.status === 400 && (error.errors[0]?.message ?? error.message)}
            {refused}
          </StateMessage>
        )}
      </div>
      <div role="status">
        {isBeingIndexed(data) && (
          <StateMessage title="The history is being prepared">
            {data.indexing} It is shown here as soon as it is whole.
          </StateMessage>
        )}
      </div>
      <Failed title="The history could not be fetched" error={failure} retry={() => void answer.refetch()} />
    </>
  );
}

/** No heading has a full stop. */
const asHeading = (sentence: string) => sentence.replace(/\.$/, '');
