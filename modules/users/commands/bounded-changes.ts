import { TooMany } from '../../kernel/errors.ts';
import { secondsUntilTomorrow } from '../../kernel/time/until-tomorrow.ts';
import type { Counted } from '../user.ts';

/** The rate limit: so many times a day (UTC) somebody says something of themselves. Nobody comes near it, and no stream grows faster. */
export const mostChangesADay = 100;

/**
 * When somebody says something of themselves, as their event has it (ISO 8601, UTC).
 * @throws TooMany where they have said as much today as one may
 */
export function countedAt({ day, changes }: Counted, now: Date): string {
  const at = now.toISOString();
  if (day !== at.slice(0, 10) || changes < mostChangesADay) return at;
  throw new TooMany(
    'You have changed your profile and your address too often today. Please come back tomorrow.',
    secondsUntilTomorrow(now),
  );
}
