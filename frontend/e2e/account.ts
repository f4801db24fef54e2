import { sessionCookieOf } from '../../backend/api-tests/http/session-cookie-of.ts';
import { demoAdmin, demoPassword, demoShopper } from '../../backend/start/demo/seed.ts';
import { ApiClient, password } from '../../backend/testing/api-client.ts';
import type { SignedIn, SignedInUser } from '../../modules/identity/contract.ts';

/** Somebody who is signed in over the API: the quick way, for tests about something else. */
export type Account = {
  readonly user: SignedInUser;
  readonly password: string;
  readonly api: ApiClient;
  readonly session: { readonly name: string; readonly value: string };
};

let signedUp = 0;

/** Somebody new, who no other test of the file knows; each file has a shop of its own. */
export function newcomer(
  origin: string,
  name = 'New Comer',
  email = `newcomer${++signedUp}@inventory.dev`,
): Promise<Account> {
  return enter(origin, 'sign-up', { name, email, password });
}

export const shopper = (origin: string) => demoAccount(origin, demoShopper.email);
export const admin = (origin: string) => demoAccount(origin, demoAdmin.email);

function demoAccount(origin: string, email: string): Promise<Account> {
  return enter(origin, 'sign-in', { email, password: demoPassword });
}

async function enter(
  origin: string,
  how: 'sign-up' | 'sign-in',
  who: { email: string; password: string; name?: string },
) {
  const reply = await new ApiClient(origin).post<SignedIn>(`/identity/${how}`, who);
  const { idToken, user } = reply.body;
  const registration = await new ApiClient(origin).put<{ token: string }>(
    `/user/${who.email}`,
    { email: who.email },
    { token: idToken },
  );
  const api = new ApiClient(origin, { email: who.email, token: registration.body.token, idToken });
  const { name, value = '' } = sessionCookieOf(reply);
  return { user, api, password: who.password, session: { name, value } };
}

/** What the browser of that person holds: the session's cookie and the access token. For a context's storageState. */
export function storageOf({ user, api, session }: Account) {
  const cookie = {
    ...session,
    domain: new URL(api.origin).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  };
  const localStorage = [
    { name: 'signedInUser', value: JSON.stringify(user) },
    { name: 'accessToken', value: api.token ?? '' },
  ];
  return { cookies: [cookie], origins: [{ origin: api.origin, localStorage }] };
}

/** The same person at another node. */
export function atNode(account: Account, origin: string): Account {
  return { ...account, api: account.api.at(origin) };
}
