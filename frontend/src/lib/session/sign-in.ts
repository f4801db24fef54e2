import type { SignIn, SignUp } from '../../../../modules/identity/contract.ts';
import type { ShownFactor } from '../../../../modules/identity/factors/contract.ts';
import { type Sending, send } from '../api/http.ts';
import { oneAtATime, turnPatienceMs } from './one-at-a-time.ts';
import { oweNothing, paySignOut } from './owed-sign-out.ts';
import { enter } from './session.ts';

export function signIn(credentials: SignIn, key?: string): Promise<void> {
  return entered('/identity/sign-in', { body: credentials, key });
}

/** The second half of a sign-in that wants a second factor. */
export function finishSignIn(shown: ShownFactor): Promise<void> {
  return entered('/identity/second-factor', { body: shown });
}

export function signUp(account: SignUp, key?: string): Promise<void> {
  return entered('/identity/sign-up', { body: account, key });
}

function entered(path: string, sending: Sending): Promise<void> {
  return oneAtATime(async () => {
    // While the browser still has the cookie of the session that was to end: what replaces it would leave that open at the shop.
    await paySignOut().catch(() => undefined);
    await enter(await send(path, { method: 'POST', ...sending }));
    oweNothing();
  }, turnPatienceMs);
}
