import { Conflict } from '../../kernel/errors.ts';
import type { Login } from '../accounts/login.ts';
import type { LoginClaimed } from '../events.ts';

export type ClaimLogin = {
  type: 'ClaimLogin';
  uid: string;
  accountId: string;
  issuer: string;
  /** Whose it seemed to be, in an account that does not list it; undefined when nobody's. */
  instead: string | undefined;
};

/** Somebody's account is where this login leads from now on, unless it was led elsewhere meanwhile. */
export function claimLogin({ type: _, instead, ...wanted }: ClaimLogin, login: Login): LoginClaimed[] {
  const claimed = login.status === 'claimed' ? login : undefined;
  if (claimed?.uid === wanted.uid && claimed.accountId === wanted.accountId) return [];
  if (claimed?.uid !== instead) throw new Conflict('That was used to sign in elsewhere just now. Please try again.');
  return [{ type: 'LoginClaimed', data: wanted }];
}
