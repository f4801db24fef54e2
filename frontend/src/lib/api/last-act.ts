const key = 'lastAct';
/** What somebody does with their own hands. A page that fetches by itself, or is told something, does none of it. */
const acts = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
/** Kept for other tabs, and for after a reload, so often at most (ms). */
const keptEvery = 5_000;

let last = 0;

/** Notes what the person in front of the page does, until the signal ends it. */
export function watchActs(signal: AbortSignal): void {
  const note = () => {
    const now = Date.now();
    if (now - last >= keptEvery) localStorage.setItem(key, String(now));
    last = now;
  };
  for (const act of acts) window.addEventListener(act, note, { capture: true, passive: true, signal });
}

/** Milliseconds since somebody last did something in this tab; since 1970, when they have not. */
export const sinceLastAct = () => Date.now() - last;

/**
 * Whole seconds since somebody last did something here or in another tab; undefined when nothing is known of it. Every call says
 * it, so that the shop can tell a person from a page that asks by itself.
 */
export function idleFor(): number | undefined {
  const elsewhere = Number(localStorage.getItem(key) ?? 0);
  const at = Math.max(last, Number.isFinite(elsewhere) ? elsewhere : 0);
  return at === 0 ? undefined : Math.max(0, Math.floor((Date.now() - at) / 1_000));
}
