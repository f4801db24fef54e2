import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fetchCode } from '../../lib/fetch-code.ts';
import { toast } from '../../lib/toast.ts';
import { loginsQuery } from './logins-query.ts';

/** The words come for who has been to Google: every page has this, and hardly anybody needs them. */
const wordsCode = () => import('./google-words.ts');

/** Says in the corner what came of going to Google from a page, once; the login and the sign-up say it themselves. */
export function GoogleOutcomeNotice() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();

  useEffect(() => {
    const params = new URLSearchParams(search);
    if (!params.has('google') || ['/login', '/signup'].includes(pathname)) return;
    let isCurrent = true;
    const say = ({ outcomeIn, wentWell, wordsFor }: Awaited<ReturnType<typeof wordsCode>>) => {
      const outcome = outcomeIn(params);
      if (!isCurrent || outcome === undefined) return;
      params.delete('google');
      void navigate({ pathname, search: params.toString(), hash }, { replace: true });
      void queries.invalidateQueries({ queryKey: loginsQuery.queryKey });
      if (outcome !== 'done') void toast(wordsFor(outcome), wentWell(outcome) ? 'success' : 'failure');
    };
    // Without its words there is nothing to say, and what was done is done.
    fetchCode(wordsCode).then(say, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [pathname, search, hash, navigate, queries]);

  return null;
}
