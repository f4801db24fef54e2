import { justSignedIn } from '../../../modules/kernel/just-signed-in.ts';
import { resume } from './session.ts';

/**
 * Whoever comes back from a sign-in elsewhere, to whatever page, gets the token of their session before it is shown. Nobody
 * else waits.
 */
export async function takeUpSession(): Promise<void> {
  if (document.cookie.includes(`${justSignedIn}=`)) await resume().catch(() => undefined);
}
