import { useEffect, useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';

/**
 * How what is looked for gets into the address: a choice is a step that Back undoes, a word that is typed letter by letter is
 * one step, and what is put right by the page itself is none.
 */
export type How = 'chosen' | 'typed' | 'righted';

/** What such a step leaves in the history, for whoever must tell it from another visit of the page. */
export const looking = 'looking';

/** What is looked for lives in the address bar: Back works, a reload keeps it, a link can be sent. */
export function useAddressSteps() {
  const [params, setParams] = useSearchParams();
  const isBack = useNavigationType() === 'POP';
  // What was wanted last, which the router may not have come to yet: a word that was being typed must not undo what was
  // chosen meanwhile, nor the other way round.
  const latest = useRef(params);
  const isTyping = useRef(false);
  useEffect(() => {
    latest.current = params;
    if (isBack) isTyping.current = false;
  }, [params, isBack]);

  const go = (next: URLSearchParams, how: How = 'chosen') => {
    if (`${next}` === `${latest.current}`) return;
    const replace = how === 'righted' || (how === 'typed' && isTyping.current);
    isTyping.current = how === 'typed';
    latest.current = next;
    setParams(next, { replace, state: looking });
  };
  /** What is wanted last, with some of it changed; nothing is asked for by an empty text. */
  const withChange = (change: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name);
    return next;
  };
  return { params, latest, go, withChange };
}
