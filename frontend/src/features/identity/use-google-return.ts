import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { resume } from '../../lib/session.ts';

/** Coming back from Google there is a session cookie and no token yet: this gets the token. */
export function useGoogleReturn(): { isFinishing: boolean; error: Error | null } {
  const [params] = useSearchParams();
  const isBack = params.get('google') === 'done';
  const [error, setError] = useState<Error | null>(null);

  useEffect(() => {
    if (!isBack) return;
    let isCurrent = true;
    resume().catch(() => {
      if (isCurrent) setError(new Error('Signing in with Google did not work. Try again, or use your password.'));
    });
    return () => {
      isCurrent = false;
    };
  }, [isBack]);

  return { isFinishing: isBack && error === null, error };
}
