import { storeAccess } from '../lib/session/access-token.ts';

export const shopper = { uid: 'u1', displayName: 'Demo Shopper', email: 'shopper@inventory.dev' };

/** Whoever is signed in on the same device after them. */
export const somebodyElse = { ...shopper, uid: 'u2', email: 'other@inventory.dev' };

/** The shopper's profile, as the shop has it. */
export const shoppersProfile = {
  ...shopper,
  _id: 'u1',
  education: 'Joiner',
  location: 'Dhaka',
  phone: '+880 1',
  social: 'https://a.dev',
};

let made = 0;

/** Looks like an access token of ours; nothing but the server ever checks the signature. Each one is another. */
export function fakeToken({
  email = shopper.email,
  iat = Math.floor(Date.now() / 1_000),
  seconds = 900,
}: {
  readonly email?: string;
  /** Seconds of the epoch. */
  readonly iat?: number;
  readonly seconds?: number;
} = {}): string {
  made += 1;
  const claims = { sub: 'u1', email, name: shopper.displayName, iat, exp: iat + seconds };
  return `head.${btoa(JSON.stringify(claims))}.signature-${made}`;
}

export function signInAsShopper(seconds?: number): string {
  const token = fakeToken(seconds === undefined ? {} : { seconds });
  storeAccess(token, shopper);
  return token;
}

/** As another tab signs out, which says so in `words`: what it does to the storage is told by an event of the browser's. */
export function signOutInAnotherTab(words: string): void {
  localStorage.setItem('signedOutElsewhere', words);
  localStorage.removeItem('accessToken');
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken', newValue: null }));
}
