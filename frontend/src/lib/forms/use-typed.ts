import { useEffect, useRef, useState } from 'react';

/** Long enough to type a word, short enough to feel immediate. */
const pauseMs = 250;

/**
 * What is being typed, handed on after a pause; follows the address when that changes by other means. The address shows what was
 * handed on a moment later, and what has been typed meanwhile must not be lost to it.
 * @param settled what is looked for at this moment, as the address bar has it
 */
export function useTyped(settled: string, settle: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(settled);
  const [followed, setFollowed] = useState<string | undefined>(settled);
  /** What was handed on and is not in the address yet. */
  const [onTheWay, setOnTheWay] = useState<readonly string[]>([]);
  if (followed !== settled) {
    setFollowed(settled);
    const at = onTheWay.indexOf(settled);
    setOnTheWay(at === -1 ? [] : onTheWay.slice(at + 1));
    if (at === -1 && typed.trim() !== settled) setTyped(settled);
  }

  // Who follows a link right after typing is on the way to another page: the word must not call them back.
  const typedAt = useRef('');
  const type = (text: string) => {
    typedAt.current = window.location.pathname;
    setTyped(text);
  };

  // Back takes along what is on the way: the address may never show it, and then nothing else would say so.
  useEffect(() => {
    const follow = () => setFollowed(undefined);
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  // After every render: `settle` is a new function each time, and a pending call must use the latest.
  useEffect(() => {
    const text = typed.trim();
    if (text === (onTheWay.at(-1) ?? settled)) return;
    const timer = setTimeout(() => {
      if (typedAt.current !== window.location.pathname) return;
      setOnTheWay((others) => [...others, text]);
      settle(text);
    }, pauseMs);
    return () => clearTimeout(timer);
  });

  return [typed, type];
}
