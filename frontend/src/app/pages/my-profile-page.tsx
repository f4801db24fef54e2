import { AccountPanels } from '../../features/identity/account-panels.tsx';
import { SessionsPanel } from '../../features/identity/sessions/sessions-panel.tsx';
import { MyProfile } from '../../features/users/my-profile.tsx';

/** The profile, and with it what one decides about one's account. */
export function MyProfilePage() {
  return <MyProfile signingIn={<AccountPanels />} whereSignedIn={<SessionsPanel />} />;
}
