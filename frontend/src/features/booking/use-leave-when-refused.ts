import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { pages } from '../../../../modules/kernel/page-addresses.ts';
import { isRefused } from '../../lib/api-error.ts';
import { signOut } from '../../lib/session.ts';

/** Who is refused their own list of orders is not signed in after all: out, and to the home page. */
export function useLeaveWhenRefused(error: Error | null): void {
  const navigate = useNavigate();
  const refused = isRefused(error);
  useEffect(() => {
    if (!refused) return;
    void signOut();
    navigate(pages.front, { replace: true });
  }, [refused, navigate]);
}
