import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fetchCode } from '../../../lib/lazy-loading/fetch-code.ts';

/** Comes for whoever has been to Google: every page has this, and hardly anybody needs it. */
const outcomeCode = () => import('./say-google-outcome.ts');

/** Says in the corner what came of going to Google from a page, once; the login and the sign-up say it themselves. */
export function GoogleOutcomeNotice() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();

  useEffect(() => {
    const params = new URLSearchParams(search);
    if (!params.has('google') || ['/login', '/signup'].includes(pathname)) return;
    let isCurrent = true;
    // Without its words there is nothing to say, and what was done is done.
    fetchCode(outcomeCode).then(
      ({ sayGoogleOutcome }) => {
        if (!isCurrent) return;
        sayGoogleOutcome(params, queries, (rest) => void navigate({ pathname, search: rest, hash }, { replace: true }));
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [pathname, search, hash, navigate, queries]);

  return null;
}
