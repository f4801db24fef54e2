import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useReachable } from '../../lib/api/connection.ts';
import { sight } from '../../lib/api/silence.ts';
import classes from './connection-notice.module.css';

const askAgainMs = 5_000;
const shownMs = 4_000;

/** Room between the bar and what is in use, in pixels. */
const gapPx = 16;

/** Brings out what is in use, and what has just been said about it, from under a bar that ends `bottom` pixels down. */
function clear(bottom: number): void {
  const inUse = [document.activeElement, ...document.querySelectorAll('main [role=alert]:not(:empty)')];
  const tops = inUse
    .filter((node) => node?.closest('main') && node.id !== 'content')
    .map((node) => node?.getBoundingClientRect().top ?? bottom)
    .filter((top) => top > 0);
  const covered = bottom + gapPx - Math.min(...tops);
  if (covered > 0) window.scrollBy(0, -covered);
}

/** All but what has come and never changes, such as the card form's code: another copy would empty the form. */
function mayBeOutOfDate({ state, observers }: Query): boolean {
  const isForGood = observers.every(({ options }) => options.staleTime === Number.POSITIVE_INFINITY);
  return state.status === 'error' || !isForGood;
}

/**
 * Part of the bar at the top, so that it covers nothing below. Says that the connection is lost, and for a moment that
 * it is back; then asks again for what may have changed.
 */
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
      const asking = setInterval(sight, askAgainMs);
      return () => clearInterval(asking);
    }
    setBack(true);
    void queryClient.refetchQueries({ type: 'active', predicate: mayBeOutOfDate });
    const hiding = setTimeout(() => setBack(false), shownMs);
    return () => clearTimeout(hiding);
  }, [reachable, queryClient]);

  const place = useRef<HTMLDivElement>(null);
  const isShown = !reachable || isBack;
  useEffect(() => {
    if (isShown && place.current) clear(place.current.getBoundingClientRect().bottom);
  }, [isShown]);

  return (
    <div role="status" ref={place} className={classes.place}>
      {!reachable && <p className={classes.lost}>Connection lost. Trying to reach the shop…</p>}
      {reachable && isBack && <p className={classes.back}>Back online.</p>}
    </div>
  );
}
