import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { PageHead } from '../../components/layout/page-head.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Failed } from '../../components/states/failed.tsx';
import { LoadingRows } from '../../components/states/loading-rows.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import classes from './my-profile.module.css';
import { ProfileForm } from './profile-form.tsx';
import { profileQuery } from './profile-query.ts';
import { YourData } from './your-data.tsx';

type Props = {
  /** How one signs in. */
  signingIn: ReactNode;
  whereSignedIn: ReactNode;
};

/** What somebody says about themselves, and what else there is to decide about their account. */
export function MyProfile({ signingIn, whereSignedIn }: Props) {
  const session = useSession();
  const email = session?.email ?? '';
  // Whose email has just changed goes on with what the shop said under the one before.
  const profile = useQuery({ ...profileQuery(email), placeholderData: keepPreviousData });
  const { refetch } = profile;
  // Of two windows side by side neither is ever hidden: without this, what was saved in one would be put back by the other.
  useEffect(() => {
    const look = () => void refetch({ cancelRefetch: false });
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [refetch]);

  // What is there is shown even when asking for it again has failed: a form must not vanish under one's hands.
  const isThere = session && profile.data !== undefined;
  return (
    <>
      <PageHead title="My Profile" />
      {isThere && (
        <div className={classes.parts}>
          <Panel>
            <ProfileForm key={session.uid} owner={session} saved={profile.data} />
          </Panel>
          <div className={classes.aside}>{signingIn}</div>
          <div>
            {whereSignedIn}
            <YourData email={email} />
          </div>
        </div>
      )}
      {!isThere && (
        <Failed title="Your profile could not be fetched" error={profile.error} retry={() => void profile.refetch()} />
      )}
      {profile.isPending && (
        <Panel>
          <LoadingRows label="Loading your profile" rows={6} height={68} />
        </Panel>
      )}
    </>
  );
}
