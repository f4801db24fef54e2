import { useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { pages } from '../../../modules/kernel/wire/page-addresses.ts';
import { signedOutBecause } from '../lib/session/access-token.ts';
import { useSession } from '../lib/session/use-session.ts';

/**
 * Lets signed-in people through. Who comes without a session goes to the login and then back here; whose session ends
 * while here goes home, unless there is something to say about it.
 */
export function RequireSignIn() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const wasSignedIn = useRef(false);

  if (session) {
    wasSignedIn.current = true;
    // Somebody else finds nothing of what was typed here, also where they were signed in by another tab.
    return <Outlet key={session.uid} />;
  }
  // Whose session was ended by somebody else reads why, and goes on here.
  if (wasSignedIn.current && !signedOutBecause()) return <Navigate to={pages.front} replace />;
  return <Navigate to={pages.login} replace state={{ from: pathname + search + hash }} />;
}
