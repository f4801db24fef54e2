import { type RefObject, useEffect, useState } from 'react';
import type { HistoryPageAnswer } from './history-queries.ts';

type Held = { readonly key: string; readonly page: HistoryPageAnswer };

/**
 * The newest page of the history grows at its top, and nothing moves under somebody's hand: while somebody is at one of its
 * entries, or has paused it, it stays, and what came meanwhile is counted.
 * @param now the page as it is known; undefined while it is not
 * @param key of what is looked for: another page is shown at once
 */
export function useHeldPage(
  now: HistoryPageAnswer | undefined,
  { key, isPaused, list }: { key: string; isPaused: boolean; list: RefObject<HTMLElement | null> },
) {
  const [held, setHeld] = useState<Held>();
  useEffect(() => {
    setHeld((before) => {
      if (!now) return undefined;
      return before?.key === key && (isPaused || isAt(list.current)) ? before : { key, page: now };
    });
  }, [now, key, isPaused, list]);

  // What nobody may know any more is not shown because it was held.
  const shown = now && held?.key === key ? withNewest(held.page, now) : now;
  const top = BigInt(shown?.entries[0]?.position ?? 0);
  const newer = now?.entries.filter(({ position }) => BigInt(position) > top).length ?? 0;
  return { shown, newer, show: () => now && setHeld({ key, page: now }) };
}

/** Whether somebody points at the list, has its focus or something open in it, or has gone down in it. */
function isAt(list: HTMLElement | null): boolean {
  if (!list) return false;
  if (list.matches(':hover') || list.contains(document.activeElement)) return true;
  return list.querySelector('details[open]') !== null || list.getBoundingClientRect().top < 0;
}

/** What is shown in the newest words that are known: whoever was forgotten meanwhile is not named any more. */
function withNewest(page: HistoryPageAnswer, now: HistoryPageAnswer): HistoryPageAnswer {
  const known = new Map(now.entries.map((entry) => [entry.position, entry]));
  return { ...page, entries: page.entries.map((entry) => known.get(entry.position) ?? entry) };
}
