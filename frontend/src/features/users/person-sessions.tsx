import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SessionList } from '../../../../modules/identity/contract.ts';
import type { Person } from '../../../../modules/people/contract.ts';
import { SignedInPlaces } from '../../components/details/signed-in-places.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { DangerButton } from '../../components/forms/danger-button.tsx';
import { SectionPanel } from '../../components/layout/section-panel.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { changeOnly, get } from '../../lib/api/api.ts';
import { useFocusOnceSo } from '../../lib/focus/use-focus-once-so.ts';
import { useChange } from '../../lib/idempotency/use-change.ts';
import { nothingFetched } from '../../lib/queries/nothing-fetched.ts';
import { toast } from '../../lib/toast.ts';
import classes from './people.module.css';

const pathOf = (email: string) => `/user/${encodeURIComponent(email)}/sessions`;

function sessionsOf(email: string) {
  return queryOptions({
    queryKey: ['private', 'of', email, 'sessions'],
    queryFn: async ({ signal }) => (await get<SessionList>(pathOf(email), { signal })).sessions,
    meta: { isForAdmins: true },
    staleTime: 0,
  });
}

/** Where somebody is signed in, and how an admin ends that. */
export function PersonSessions({ person: { name, email } }: { person: Person }) {
  const client = useQueryClient();
  const sessions = useQuery(sessionsOf(email));
  const [isEnding, setEnding] = useState(false);
  const said = useRef<HTMLDivElement>(null);
  const wish = useFocusOnceSo(sessions.data?.length === 0, isEnding, said);
  const ending = useChange({
    name: 'sign somebody out',
    isRepeatable: true,
    call: (whom: string, key) => changeOnly(pathOf(whom), { method: 'DELETE', key }),
    onSuccess: async () => {
      wish(true);
      setEnding(false);
      void toast(`${name} is signed out everywhere`);
      await client.invalidateQueries({ queryKey: sessionsOf(email).queryKey });
    },
  });
  const close = () => {
    setEnding(false);
    ending.reset();
  };
  const shown = sessions.data;
  return (
    <SectionPanel
      title="Where they are signed in"
      beside={
        <ConfirmDialog
          title={<bdi dir="auto">{`Sign ${name} out everywhere?`}</bdi>}
          action="Sign them out now"
          keep="Not now"
          isOpen={isEnding}
          isBusy={ending.isPending}
          error={ending.error}
          close={close}
          confirm={() => ending.mutate(email)}
        >
          They are signed out in every browser at once, read that an admin did it, and have to log in again.
        </ConfirmDialog>
      }
    >
      {sessions.isPending && <LoadingRows label="Loading where they are signed in" />}
      <Failed
        title="This could not be fetched"
        error={nothingFetched(sessions)}
        retry={() => void sessions.refetch()}
      />
      <div role="status" ref={said} tabIndex={-1}>
        {shown?.length === 0 && 'They are signed in nowhere.'}
      </div>
      {shown && shown.length > 0 && (
        <>
          <SignedInPlaces sessions={shown} />
          <div className={classes.ending}>
            <DangerButton onClick={() => setEnding(true)}>Sign out everywhere</DangerButton>
          </div>
        </>
      )}
    </SectionPanel>
  );
}
