import { isJustSignedIn } from './owed-sign-out.ts';
import { resume } from './session.ts';

/**
 * Whoever comes back from a sign-in elsewhere, to whatever page, gets the token of their session before it is shown. Nobody
 * else waits.
 */
export async function takeUpSession(): Promise<void> {
  if (isJustSignedIn()) await resume().catch(() => undefined);
}
