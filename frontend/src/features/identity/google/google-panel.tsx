import { useQuery } from '@tanstack/react-query';
import { BusyButton } from '../../../components/forms/busy-button.tsx';
import { FormError } from '../../../components/forms/form-error.tsx';
import { SectionPanel } from '../../../components/layout/section-panel.tsx';
import { Failed } from '../../../components/states/failed.tsx';
import { LoadingRows } from '../../../components/states/loading-rows.tsx';
import { useFocusAfterDeletion } from '../../../lib/focus/use-focus-after-deletion.ts';
import { configQuery } from '../../../lib/queries/config-query.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { GoogleLogins } from './google-logins.tsx';
import { notSetUp, onlyDemo } from './google-words.ts';
import { loginsQuery } from './logins-query.ts';
import { useLinkGoogle } from './use-link-google.ts';

/** Whether one can sign in with Google; and how one can, or cannot any more. */
export function GooglePanel() {
  const { data, error, isPending, refetch } = useQuery(loginsQuery(useSession()?.email ?? ''));
  // As on the login: where Google is offered and cannot be linked, it is the demo's.
  const isOffered = useQuery(configQuery).data?.google;
  const link = useLinkGoogle();
  const { list, heading, forget } = useFocusAfterDeletion(data?.logins.map(({ id }) => id) ?? []);
  const isLinked = data !== undefined && data.logins.length > 0;
  return (
    <SectionPanel title="Google" titleRef={heading}>
      {isPending && <LoadingRows label="Loading your sign-in with Google" rows={1} />}
      {!data && <Failed title="That could not be fetched" error={error} retry={() => void refetch()} />}
      {isLinked && <GoogleLogins own={data} list={list} onUnlinked={forget} />}
      {data && !isLinked && (
        <>
          <p>{data.canLink ? 'Link your Google account to log in with it, too.' : isOffered ? onlyDemo : notSetUp}</p>
          {data.canLink && (
            <BusyButton variant="default" isBusy={link.isPending || link.isSuccess} onClick={() => link.mutate()}>
              Link Google
            </BusyButton>
          )}
          {data.canLink && <FormError error={link.error} />}
        </>
      )}
    </SectionPanel>
  );
}
