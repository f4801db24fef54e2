import { justSignedIn } from '../../../../modules/kernel/wire/just-signed-in.ts';
import { onReachable } from '../api/connection.ts';
import { send } from '../api/http.ts';
import { oneAtATime } from './one-at-a-time.ts';

const owedKey = 'signOutOwed';
/** How long a sign-out may take to be answered, in ms: whoever signs in waits behind it. */
const answerMs = 10_000;
/** After how long one that failed is tried again, in ms, while the connection does not say that it was away. */
const againMs = 30_000;

/** Says that this browser's session is to be ended at the shop. It stands until that has answered, or somebody has signed in. */
export function oweSignOut(): void {
  localStorage.setItem(owedKey, '1');
  // From now on it tells of whoever signs in elsewhere after this.
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is asynchronous, and Firefox and Safari have it only lately.
  document.cookie = `${justSignedIn}=; Max-Age=0; Path=/`;
}

/** Whose cookie it is by now has signed in. */
export function oweNothing(): void {
  localStorage.removeItem(owedKey);
}

/** Whether somebody has just been signed in by another site, and has no token yet. */
export const isJustSignedIn = () => document.cookie.includes(`${justSignedIn}=`);

/**
 * Ends the session at the shop, where that is owed. In turn: see oneAtATime.
 * @returns whether it was
 * @throws NoAnswer, ApiError; then it is still owed
 */
export async function paySignOut(): Promise<boolean> {
  if (localStorage.getItem(owedKey) === null) return false;
  if (isJustSignedIn()) {
    // Their sign-in has put another cookie in the place of the one that was to go.
    oweNothing();
    return false;
  }
  await send('/identity/sign-out', { method: 'POST', signal: AbortSignal.timeout(answerMs) });
  oweNothing();
  return true;
}

/** Pays what is owed from before, at once, whenever the connection is back and now and then after it failed, until the signal ends it. */
export function paySignOutOnceReachable(signal: AbortSignal): void {
  let again: ReturnType<typeof setTimeout> | undefined;
  const pay = () => {
    clearTimeout(again);
    // Nobody takes turns for nothing: whoever renews behind it would wait for what it brought.
    if (signal.aborted || localStorage.getItem(owedKey) === null) return;
    oneAtATime(paySignOut).catch(() => {
      clearTimeout(again);
      if (!signal.aborted) again = setTimeout(pay, againMs);
    });
  };
  signal.addEventListener('abort', () => clearTimeout(again), { once: true });
  onReachable(pay, signal);
  pay();
}
