import { seenKey } from './forget-seen.ts';

/** A row, and the one that is being looked at. */
const most = 5;

/**
 * Tools whose pages were opened on this device, by id, the newest first. The shop is not told. What cannot be read, or is not
 * ours, is nothing; so is all of it where the browser keeps nothing.
 */
export function recentlySeen(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(seenKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

export function noteSeen(id: string): void {
  write([id, ...recentlySeen().filter((one) => one !== id)].slice(0, most));
}

function write(ids: string[]): void {
  try {
    localStorage.setItem(seenKey, JSON.stringify(ids));
  } catch {
    // A browser that keeps nothing shows nothing of before.
  }
}
