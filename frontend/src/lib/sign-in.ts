import type { SignIn, SignUp } from '../../../modules/identity/contract.ts';
import type { ShownFactor } from '../../../modules/identity/factors/contract.ts';
import { send } from './http.ts';
import { enter } from './session.ts';

export async function signIn(credentials: SignIn, key?: string): Promise<void> {
  await enter(await send('/identity/sign-in', { method: 'POST', body: credentials, key }));
}

/** The second half of a sign-in that wants a second factor. */
export async function finishSignIn(shown: ShownFactor): Promise<void> {
  await enter(await send('/identity/second-factor', { method: 'POST', body: shown }));
}

export async function signUp(account: SignUp, key?: string): Promise<void> {
  await enter(await send('/identity/sign-up', { method: 'POST', body: account, key }));
}
