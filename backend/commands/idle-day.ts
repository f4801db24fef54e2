import { TooMany } from '../../modules/kernel/errors.ts';
import type { Actor } from '../../modules/kernel/event.ts';
import { secondsUntilTomorrow } from '../../modules/kernel/time/until-tomorrow.ts';

/** Of a stream: the last day (UTC) on which people asked under keys for what changed nothing, and how often. */
export type IdleDay = { readonly day: string; readonly calls: number };

export const noIdleDay: IdleDay = { day: '', calls: 0 };

/**
 * The rate limit: so many calls a day that change nothing of one thing, each of which is kept for its key. Nobody who shops comes
 * near it. Without this, one account had its cart's stream grow as fast as it may change anything at all.
 */
export const mostIdleADay = 500;

/** With one more. Those of admins are not counted, as none of their changes are; nor is what the shop does by itself. */
export function withIdleCall(
  before: IdleDay,
  { actor, time }: { readonly actor: Actor; readonly time: string },
): IdleDay {
  if (actor.role !== 'user') return before;
  const day = time.slice(0, 10);
  // A node whose clock is behind begins no day of its own.
  return day > before.day ? { day, calls: 1 } : { ...before, calls: before.calls + 1 };
}

/** @throws TooMany where whoever asks may ask for nothing more today that is so already. */
export function refuseTooIdle({ day, calls }: IdleDay, { role }: Actor, now: Date): void {
  if (role !== 'user' || calls < mostIdleADay || day < now.toISOString().slice(0, 10)) return;
  throw new TooMany(
    'You have asked too often today for what is so already. Please come back tomorrow.',
    secondsUntilTomorrow(now),
  );
}
