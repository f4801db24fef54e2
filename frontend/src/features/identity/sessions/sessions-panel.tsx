import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SignedInPlaces } from '../../../components/details/signed-in-places.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { DangerButton } from '../../../components/forms/danger-button.tsx';
import { SectionPanel } from '../../../components/layout/section-panel.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { useFocusAfterDeletion } from '../../../lib/focus/use-focus-after-deletion.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import classes from './sessions-panel.module.css';
import { sessionsQuery } from './sessions-query.ts';
import { useSignOutEverywhere, useSignOutThere } from './use-sign-out-elsewhere.ts';

/** Where one is signed in, and how one ends that: in one place, or everywhere. */
export function SessionsPanel() {
  const email = useSession()?.email ?? '';
  const sessions = useQuery(sessionsQuery(email));
  const [isEnding, setEnding] = useState(false);
  const { list, heading, forget } = useFocusAfterDeletion(sessions.data?.map(({ _id }) => _id) ?? []);
  const there = useSignOutThere(email, forget);
  const everywhere = useSignOutEverywhere();
  return (
    <SectionPanel
      title="Where you are signed in"
      titleRef={heading}
      beside={
        <ConfirmDialog
          title="Sign out everywhere?"
          action="Sign out everywhere"
          isOpen={isEnding}
          isBusy={everywhere.isPending}
          close={() => setEnding(false)}
          confirm={() => everywhere.mutate(undefined)}
        >
          You are signed out in every browser, in this one too, and log in again.
        </ConfirmDialog>
      }
    >
      {sessions.isPending && <LoadingRows label="Loading where you are signed in" rows={2} />}
      <Failed
        title="This could not be fetched"
        error={sessions.data ? null : sessions.error}
        retry={() => void sessions.refetch()}
      />
      {sessions.data && (
        <>
          <SignedInPlaces
            list={list}
            sessions={sessions.data}
            actionOf={({ _id, browser, isThisOne }) =>
              !isThisOne && (
                <BusyButton
                  size="sm"
                  variant="default"
                  aria-label={`Sign out of ${browser}`}
                  isBusy={there.isPending && there.variables?._id === _id}
                  onClick={() => there.mutate({ _id, browser })}
                >
                  Sign out
                </BusyButton>
              )
            }
          />
          <DangerButton className={classes.everywhere} onClick={() => setEnding(true)}>
            Sign out everywhere
          </DangerButton>
        </>
      )}
    </SectionPanel>
  );
}
