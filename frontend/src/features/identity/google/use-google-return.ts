import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { storedAccess } from '../../../lib/session/access-token.ts';
import { resume } from '../../../lib/session/session.ts';
import { outcomeIn, wentWell, wordsFor } from './google-words.ts';

/** Coming back from Google there is a session cookie and no token yet: this gets the token. Or it says why there is none. */
export function useGoogleReturn(): { isFinishing: boolean; error: Error | null } {
  const [params] = useSearchParams();
  const outcome = outcomeIn(params);
  const isBack = outcome === 'done';
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    // The token may have been taken up before the page was shown.
    if (!isBack || storedAccess()) return;
    let isCurrent = true;
    resume().catch(() => {
      if (isCurrent) setFailed(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [isBack]);

  const said = isBack && hasFailed ? 'again' : outcome;
  return {
    isFinishing: isBack && !hasFailed,
    error: said === undefined || wentWell(said) ? null : new Error(wordsFor(said)),
  };
}
