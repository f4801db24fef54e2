import { AccountPanels } from '../../features/identity/account-panels.tsx';
import { MyProfile } from '../../features/users/my-profile.tsx';

/** The profile, and under it what one decides about one's account. */
export function MyProfilePage() {
  return (
    <MyProfile>
      <AccountPanels />
    </MyProfile>
  );
}
