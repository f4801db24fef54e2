import { parseSetCookie } from 'cookie';
import type { FactorAdded, TotpOffer } from '../../../modules/identity/factors/contract.ts';
import { codeAt } from '../../../modules/identity/factors/totp.ts';
import { ApiClient, password, type Reply, signUp } from '../../testing/api-client.ts';

const step = 30_000;

/** Somebody's authenticator app: the code that it shows so many steps from now. Each is good once. */
export type App = { readonly code: (steps?: number) => string; readonly recoveryCodes: readonly string[] };

/** Adds an authenticator app by the code of now, so that the next is the first to sign in with. */
export async function addApp(who: ApiClient, now: () => number = Date.now): Promise<App> {
  const { body: offer } = await who.post<TotpOffer>('/me/factors/totp');
  const code = (steps = 1) => codeAt(offer.secret, new Date(now() + steps * step).toISOString());
  const confirmed = { offer: offer.offer, code: code(0) };
  const { body, status } = await who.post<FactorAdded>('/me/factors/totp/confirm', confirmed);
  if (status !== 201) throw new Error(`an app’s first code was answered ${status}`);
  return { code, recoveryCodes: body.recoveryCodes ?? [] };
}

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesOf({ headers }: Reply<unknown>): string {
  const set = headers.getSetCookie().map((text) => parseSetCookie(text));
  return set.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Somebody new who has given their password and must give a code yet. */
export async function waitingSignIn(origin: string): Promise<{ cookie: string; code: string; email: string }> {
  const who = await signUp(origin, 'Two Steps');
  const app = await addApp(who);
  const reply = await new ApiClient(origin).post('/identity/sign-in', { email: who.email, password });
  return { cookie: cookiesOf(reply), code: app.code(), email: who.email };
}
