import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toast } from '../../lib/toast.ts';
import { outcomeIn, wentWell, wordsFor } from './google-words.ts';
import { loginsQuery } from './logins-query.ts';

/** Says in the corner what came of going to Google from a page, once; the login and the sign-up say it themselves. */
export function GoogleOutcomeNotice() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();

  useEffect(() => {
    const params = new URLSearchParams(search);
    const outcome = outcomeIn(params);
    if (outcome === undefined || ['/login', '/signup'].includes(pathname)) return;
    params.delete('google');
    void navigate({ pathname, search: params.toString(), hash }, { replace: true });
    void queries.invalidateQueries({ queryKey: loginsQuery.queryKey });
    if (outcome !== 'done') void toast(wordsFor(outcome), wentWell(outcome) ? 'success' : 'failure');
  }, [pathname, search, hash, navigate, queries]);

  return null;
}
