import type { SignedInUser } from '../../../../modules/identity/contract.ts';
import { accountDeleted } from '../../../../modules/identity/words/contract.ts';

const tokenKey = 'accessToken';
const userKey = 'signedInUser';
const becauseKey = 'signedOutBecause';
const elsewhereKey = 'signedOutElsewhere';
const aheadKey = 'clockAhead';

/** Milliseconds by which this machine's clock may differ from the shop's without being called wrong: an answer takes a while. */
const sameTimeMs = 60_000;

/** Who the stored token speaks for, and until when (milliseconds since 1970, by this machine's clock). */
export type Access = { readonly token: string; readonly user: SignedInUser; readonly expiresAt: number };

const listeners = new Set<() => void>();
let known: { token: string | null; access: Access | undefined } = { token: null, access: undefined };

/** The stored access; the same object for as long as the same token is stored. A text that is no token is none. */
export function storedAccess(): Access | undefined {
  const token = localStorage.getItem(tokenKey);
  if (known.token !== token) known = { token, access: token === null ? undefined : accessIn(token) };
  return known.access;
}

/** How far this machine's clock is ahead of the shop's, in ms: negative where it is behind, 0 where that is little or not known. */
export const clockAhead = (): number => Number(localStorage.getItem(aheadKey)) || 0;

/**
 * Keeps a token that the shop has just issued. By a clock that is ahead it would be over when it comes, and be renewed without end:
 * how far the clock is off is kept with it.
 */
export function storeAccess(token: string, user: SignedInUser): void {
  // The user first: other tabs are told when the token changes, and then read both.
  localStorage.removeItem(becauseKey);
  localStorage.removeItem(elsewhereKey);
  sessionStorage.removeItem(becauseKey);
  localStorage.setItem(userKey, JSON.stringify(user));
  const { iat = 0 } = claimsOf(token) ?? {};
  const ahead = Date.now() - iat * 1_000;
  localStorage.setItem(aheadKey, `${iat > 0 && Math.abs(ahead) > sameTimeMs ? ahead : 0}`);
  localStorage.setItem(tokenKey, token);
  tell();
}

/**
 * Forgets who was signed in.
 * @param because what the shop says of it, for the page where they log in again: '' where it ended without a word, and undefined where it was their doing
 * @param elsewhere what other tabs say, under which the session goes as well
 */
export function forgetAccess(because?: string, elsewhere?: string): void {
  if (because !== undefined) localStorage.setItem(becauseKey, because);
  if (elsewhere !== undefined) {
    localStorage.setItem(elsewhereKey, elsewhere);
    // Their doing, also where the session turned out to be over as they did it.
    localStorage.removeItem(becauseKey);
    sessionStorage.removeItem(becauseKey);
  }
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
  tell();
}

/** Why nobody is signed in any more, '' where nothing is said of it; undefined where it was their doing, in this tab. */
export function signedOutBecause(): string | undefined {
  return localStorage.getItem(becauseKey) ?? sessionStorage.getItem(becauseKey) ?? undefined;
}

/** What other tabs say of an account that was deleted. */
export const deletedByHand = 'You deleted your account in another tab.';

/** Whether whoever was signed out may log in again and go on: not where it was their doing, in this tab, nor where their account is gone. */
export function isAwaited(): boolean {
  const because = signedOutBecause();
  return because !== undefined && because !== deletedByHand && because !== accountDeleted;
}

// Before anybody hears that the token is gone: whoever does may ask why. It is this tab's, also after a reload.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== tokenKey) return;
  const words = newValue === null && localStorage.getItem(elsewhereKey);
  if (words) sessionStorage.setItem(becauseKey, words);
  else sessionStorage.removeItem(becauseKey);
});

/** Hears of changes by this tab and, through the browser's storage events, by every other tab. */
export function onAccessChange(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === tokenKey || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', elsewhere);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}

type Claims = { sub?: string; email?: string; name?: string; iat?: number; exp?: number };

function accessIn(token: string): Access | undefined {
  const claims = claimsOf(token);
  if (!claims?.email) return undefined;
  const remembered = rememberedUser();
  const user =
    remembered?.email === claims.email
      ? remembered
      : { uid: claims.sub ?? '', email: claims.email, displayName: claims.name ?? claims.email.split('@')[0] ?? '' };
  return { token, user, expiresAt: (claims.exp ?? 0) * 1_000 + clockAhead() };
}

/** Reads what a JSON web token says. Nothing is verified here: the server does that with every request. */
function claimsOf(token: string): Claims | undefined {
  const payload = token.split('.')[1];
  if (!payload) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function rememberedUser(): SignedInUser | undefined {
  try {
    return JSON.parse(localStorage.getItem(userKey) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
