export const seenKey = 'recentlySeen';

/** What one person has looked at (see recently-seen.ts) is not for whoever has the device next. Every page knows how to forget it. */
export function forgetSeen(): void {
  try {
    localStorage.removeItem(seenKey);
  } catch {
    // Then nothing was kept.
  }
}
