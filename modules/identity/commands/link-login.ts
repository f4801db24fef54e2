import { Conflict } from '../../kernel/errors.ts';
import type { Account, Holder } from '../accounts/account.ts';
import type { AddressProved, LoginLinked, LoginUnlinked } from '../events.ts';

export type LinkLogin = {
  type: 'LinkLogin';
  uid: string;
  login: string;
  /** The address that the issuer has seen to be theirs, if it has. */
  email: string | undefined;
};

/** Lets somebody sign in to their account through an issuer, too. */
export function linkLogin({ uid, login, email }: LinkLogin, account: Account): (LoginLinked | AddressProved)[] {
  const { logins, isProved, email: own } = holder(account, uid);
  if (logins.includes(login)) return [];
  const linked: LoginLinked = { type: 'LoginLinked', data: { uid, login } };
  const proved: AddressProved = { type: 'AddressProved', data: { uid, by: 'provider' } };
  return isProved || email?.toLowerCase() !== own.toLowerCase() ? [linked] : [linked, proved];
}

export type UnlinkLogin = { type: 'UnlinkLogin'; uid: string; login: string };

/** And no more; but nobody takes away their last way in. */
export function unlinkLogin({ uid, login }: UnlinkLogin, account: Account): LoginUnlinked[] {
  const { logins, passwordHash } = holder(account, uid);
  if (!logins.includes(login)) return [];
  if (passwordHash === undefined && logins.length === 1) throw lastWayIn();
  return [{ type: 'LoginUnlinked', data: { uid, login } }];
}

const lastWayIn = () => new Conflict('This is the only way to sign in to your account. Please set a password first.');

function holder(account: Account, uid: string): Holder {
  if (account.status !== 'open' || account.uid !== uid)
    throw new Conflict('That account is closed, or has just moved.');
  return account;
}
