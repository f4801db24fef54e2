import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/wire/page-addresses.ts';
import { isRefused } from '../../lib/api/api-error.ts';
import { storedAccess } from '../../lib/session/access-token.ts';
import { renew, signOut } from '../../lib/session/session.ts';

/**
 * Who is refused their own list of orders is not signed in after all: out, and to the home page. Unless they have another email
 * by now, and were refused the list of the one before: then they stay, and it is asked for anew.
 */
export function useLeaveWhenRefused(error: Error | null): void {
  const navigate = useNavigate();
  const refused = isRefused(error);
  useEffect(() => {
    if (!refused) return;
    let isGone = false;
    void hasOtherEmail().then((isOther) => {
      if (isOther || isGone) return;
      void signOut();
      navigate(pages.front, { replace: true });
    });
    return () => {
      isGone = true;
    };
  }, [refused, navigate]);
}

/** Whether the shop says that whoever is signed in here has another email than this browser knows. */
async function hasOtherEmail(): Promise<boolean> {
  const access = storedAccess();
  if (!access) return false;
  await renew(access.token).catch(() => undefined);
  const renewed = storedAccess();
  return renewed !== undefined && renewed.user.email !== access.user.email;
}
