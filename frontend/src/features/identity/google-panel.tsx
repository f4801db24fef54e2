import { useQuery } from '@tanstack/react-query';
import { BusyButton } from '../../components/busy-button.tsx';
import { Failed } from '../../components/failed.tsx';
import { FormError } from '../../components/form-error.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { SectionPanel } from '../../components/section-panel.tsx';
import { configQuery } from '../../lib/config-query.ts';
import { useSession } from '../../lib/use-session.ts';
import { notSetUp, onlyDemo } from './google-words.ts';
import { loginsQuery } from './logins-query.ts';
import { useLinkGoogle, useUnlinkGoogle } from './use-link-google.ts';

/** Whether one can sign in with Google; and how one can, or cannot any more. */
export function GooglePanel() {
  const { data, error, isPending, refetch } = useQuery(loginsQuery(useSession()?.email ?? ''));
  // As on the login: where Google is offered and cannot be linked, it is the demo's.
  const isOffered = useQuery(configQuery).data?.google;
  const link = useLinkGoogle();
  const unlink = useUnlinkGoogle();
  const login = data?.logins[0];
  return (
    <SectionPanel title="Google">
      {isPending && <LoadingRows label="Loading your sign-in with Google" rows={1} />}
      {!data && <Failed title="That could not be fetched" error={error} retry={() => void refetch()} />}
      {login && (
        <>
          <p>
            {data.hasPassword
              ? 'You can log in with Google, or with your password.'
              : 'You log in with Google. Set a password first if you want to do without it.'}
          </p>
          <BusyButton
            variant="default"
            isBusy={unlink.isPending}
            disabled={!data.hasPassword && data.logins.length === 1}
            onClick={() => unlink.mutate(login.id)}
          >
            Unlink Google
          </BusyButton>
          <FormError error={unlink.error} />
        </>
      )}
      {data && !login && (
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
