import type { SignedIn } from '../../../../modules/identity/contract.ts';
import { ApiError, isRefused } from '../api/api-error.ts';
import { send } from '../api/http.ts';
import { forgetAccess, onAccessChange, storeAccess, storedAccess } from './access-token.ts';
import { oneAtATime, turnPatienceMs } from './one-at-a-time.ts';
import { oweSignOut, paySignOut } from './owed-sign-out.ts';

/** Renewed this long before it expires, so that no request is sent with a token that dies on the way. */
const marginMs = 60_000;

/** As long as what one tab stores takes to be seen in another, on a busy machine. */
const seenElsewhereMs = 2_000;

/** setTimeout counts in 32 bits; longer waits would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Turns the session cookie, which Google's sign-in has set, into an access token.
 * @throws SignedOutBefore for the cookie of whoever signed out, and the shop has not heard of it
 */
export function resume(): Promise<void> {
  return oneAtATime(async () => {
    if (await paySignOut()) throw new SignedOutBefore('Nobody is signed in.');
    await refresh();
  }, turnPatienceMs);
}

/** Without this, whoever comes to the computer next would be who has signed out. */
class SignedOutBefore extends Error {
  override name = 'SignedOutBefore';
}

/** @param isWanted whether its token is still wanted, once that is there */
async function refresh(isWanted?: () => boolean): Promise<void> {
  await enter(await send('/identity/refresh', { method: 'POST' }), isWanted);
}

/** What is still to be done in the name of whoever signs out, within a time; undefined for nothing. */
export const beforeSignOut: { act?: () => Promise<unknown> | undefined } = {};

/** What is kept on this device under an email goes on under the one that its person has now. */
export const newEmail: { act?: (from: string, to: string) => void } = {};

/** Other tabs lose what is on them under the hands of whoever is there. */
export const signedOutByHand = 'You signed out in another tab.';

/**
 * Ends the session here, in every other tab, and on the server. Without an answer of the server it ends here anyway, and is owed there.
 * @param elsewhere what other tabs say of it
 */
export async function signOut(elsewhere?: string): Promise<void> {
  const last = beforeSignOut.act?.();
  if (last) await last;
  oweSignOut();
  forgetAccess(undefined, elsewhere);
  await oneAtATime(paySignOut, turnPatienceMs).catch(() => undefined);
}

/** A token that is good for at least a moment; undefined when nobody is signed in. */
export async function freshToken(): Promise<string | undefined> {
  const access = storedAccess();
  if (!access) return undefined;
  return access.expiresAt - Date.now() > marginMs / 2 ? access.token : renew(access.token);
}

/** What is being asked for in this tab, for all that meet the same token meanwhile: they also share that it failed. */
let renewing: { readonly stale: string; readonly renewed: Promise<string | undefined> } | undefined;

/**
 * A token to take the place of one that is refused or about to expire. One tab asks; the others find its answer.
 * @throws NoAnswer when the server is away: then one stays signed in.
 */
export function renew(stale: string): Promise<string | undefined> {
  if (renewing?.stale === stale) return renewing.renewed;
  const renewed = oneAtATime((hadToWait) => renewedAfter(hadToWait, stale)).finally(() => {
    if (renewing?.renewed === renewed) renewing = undefined;
  });
  renewing = { stale, renewed };
  return renewed;
}

async function renewedAfter(hadToWait: boolean, stale: string): Promise<string | undefined> {
  if (hadToWait) await whenReplaced(stale);
  const current = storedAccess()?.token;
  if (current !== stale) return current;
  // Without this, whoever signs out meanwhile would be signed in again, and whoever signs in would be somebody else.
  const isStill = () => storedAccess()?.token === stale;
  try {
    await refresh(isStill);
  } catch (error) {
    if (!isRefused(error)) throw error;
    if (isStill()) forgetAccess(wordOf(error)); // It has ended, and nobody signed out.
  }
  return storedAccess()?.token;
}

/** Renews silently before the token expires, until the signal ends it. */
export function keepFresh(signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    clearTimeout(timer);
    const access = storedAccess();
    if (!access || signal.aborted) return;
    const wait = Math.min(Math.max(access.expiresAt - marginMs - Date.now(), 1_000), longestTimerMs);
    // A failure is not the end: the next request renews, or says what is wrong.
    timer = setTimeout(() => renew(access.token).catch(() => undefined), wait);
  };
  const stopListening = onAccessChange(schedule);
  signal.addEventListener('abort', () => {
    stopListening();
    clearTimeout(timer);
  });
  schedule();
}

/** Whom the shop has let in is signed in here, where that is still wanted then. */
export async function enter(response: Response, isWanted = () => true): Promise<void> {
  const { idToken, user }: SignedIn = await response.json();
  const path = `/user/${encodeURIComponent(user.email)}`;
  const registered = await send(path, { method: 'PUT', body: { email: user.email }, token: idToken });
  const { token }: { token: string } = await registered.json();
  if (!isWanted()) return;
  const before = storedAccess()?.user;
  if (before?.uid === user.uid && before.email !== user.email) newEmail.act?.(before.email, user.email);
  storeAccess(token, user);
}

/** What another tab has stored is seen here a moment after its lock is free: resolves once it is, or was not stored. */
function whenReplaced(stale: string): Promise<void> {
  if (storedAccess()?.token !== stale) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stopListening();
      resolve();
    };
    const stopListening = onAccessChange(done);
    const timer = setTimeout(done, seenElsewhereMs);
  });
}

/** What the shop says of a session that was ended; '' where there is nothing to say. */
function wordOf(error: unknown): string {
  return error instanceof ApiError && error.type === '/problems/session-over' ? error.message : '';
}
