import type { QueryClient } from '@tanstack/react-query';
import { storedAccess } from '../../../lib/session/access-token.ts';
import { toast } from '../../../lib/toast.ts';
import { outcomeIn, wentWell, wordsFor } from './google-words.ts';
import { loginsQuery } from './logins-query.ts';

/** Says what the address says came of going to Google, if that is known; `go` to the address without it. */
export function sayGoogleOutcome(params: URLSearchParams, queries: QueryClient, go: (search: string) => void): void {
  const outcome = outcomeIn(params);
  if (outcome === undefined) return;
  params.delete('google');
  go(params.toString());
  void queries.invalidateQueries({ queryKey: loginsQuery(storedAccess()?.user.email ?? '').queryKey });
  if (outcome !== 'done') void toast(wordsFor(outcome), wentWell(outcome) ? 'success' : 'error');
}
