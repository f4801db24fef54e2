import { useEffect } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';

/** True where the address names a page that the server does not know: then the first one is gone to. */
export function useFirstPageInstead(after: string, error: Error | null, goToFirst: () => void): boolean {
  const isNoPage = after !== '' && error instanceof ApiError && error.status === 400;
  useEffect(() => {
    if (isNoPage) goToFirst();
  });
  return isNoPage;
}
