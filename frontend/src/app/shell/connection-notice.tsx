import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useReachable } from '../../lib/connection.ts';
import { send } from '../../lib/http.ts';
import classes from './connection-notice.module.css';

const askAgainMs = 5_000;
const shownMs = 4_000;

/** Says that the connection is lost, and for a moment that it is back; then asks again for what had failed. */
export function ConnectionNotice() {
  const reachable = useReachable();
  const queryClient = useQueryClient();
  const wasLost = useRef(false);
  const [isBack, setBack] = useState(false);

  useEffect(() => {
    if (reachable && !wasLost.current) return;
    wasLost.current = !reachable;
    if (!reachable) {
      setBack(false);
      const asking = setInterval(() => send('/health/live').catch(() => undefined), askAgainMs);
      return () => clearInterval(asking);
    }
    setBack(true);
    void queryClient.refetchQueries({ type: 'active' });
    const hiding = setTimeout(() => setBack(false), shownMs);
    return () => clearTimeout(hiding);
  }, [reachable, queryClient]);

  return (
    <div role="status" className={classes.place}>
      {!reachable && <p className={classes.lost}>Connection lost. Trying to reach the shop…</p>}
      {reachable && isBack && <p className={classes.back}>Back online.</p>}
    </div>
  );
}
