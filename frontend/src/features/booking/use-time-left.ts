import { useEffect, useState } from 'react';
import { untilNextWords } from './time-left.ts';

/** How long it is until a moment, in ms of this machine's clock; 0 once it is over. It changes whenever its words do. */
export function useTimeLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, until - now);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), untilNextWords(left));
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}
