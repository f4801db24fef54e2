import { Conflict } from '../../kernel/errors.ts';
import type { Account } from '../accounts/account.ts';
import type { AccountTakenOver, AddressProved, PasswordChanged } from '../events.ts';
import { LinkNotGood } from '../links/link-refusals.ts';
import { WrongPassword } from '../signing-in/wrong-credentials.ts';

export type ChangePassword = {
  type: 'ChangePassword';
  uid: string;
  /** The session in which it is changed. */
  sid: string;
  /** The password that was given was checked against this one; undefined for an account without one. */
  checked: string | undefined;
  isRight: boolean;
  passwordHash: string;
};

/** Changes the password of whoever knew the one before, or sets the first one. */
export function changePassword(command: ChangePassword, account: Account): PasswordChanged[] {
  const { uid, sid, checked, isRight, passwordHash } = command;
  if (account.status !== 'open' || account.uid !== uid)
    throw new Conflict('The account has just moved. Please try again.');
  if (!isRight) throw new WrongPassword();
  if (account.passwordHash !== checked) throw new Conflict('Your password was changed meanwhile.');
  const because = checked === undefined ? 'set' : 'changed';
  return [{ type: 'PasswordChanged', data: { uid, passwordHash, because, sid } }];
}

export type ResetPassword = {
  type: 'ResetPassword';
  uid: string;
  generation: number;
  passwordHash: string;
  isAdmin: boolean;
};

/**
 * Sets the password of whoever used a link that was mailed to the address; which proves it, too. An account whose address nobody had
 * proved is theirs alone then: without this, whoever signed up with somebody else's address would keep a way into it. An
 * admin's is not taken over: whoever made somebody an admin did so for whoever has what opens it.
 */
export function resetPassword(
  command: ResetPassword,
  account: Account,
): (AccountTakenOver | PasswordChanged | AddressProved)[] {
  const { uid, generation, passwordHash, isAdmin } = command;
  if (!isOf(account, uid, generation)) throw new LinkNotGood();
  const changed: PasswordChanged = { type: 'PasswordChanged', data: { uid, passwordHash, because: 'recovered' } };
  if (account.isProved) return [changed];
  if (isAdmin) return [changed, { type: 'AddressProved', data: { uid, by: 'link' } }];
  return [{ type: 'AccountTakenOver', data: { uid, by: 'link' } }, changed];
}

export type ProveAddress = { type: 'ProveAddress'; uid: string; generation: number };

/** Notes that the address is its holder's, who used a link that was mailed to it. */
export function proveAddress({ uid, generation }: ProveAddress, account: Account): AddressProved[] {
  if (!isOf(account, uid, generation)) throw new LinkNotGood();
  return account.isProved ? [] : [{ type: 'AddressProved', data: { uid, by: 'link' } }];
}

/** Whether it is still the account that a link was made for. */
function isOf(account: Account, uid: string, generation: number): account is Extract<Account, { status: 'open' }> {
  return account.status === 'open' && account.uid === uid && account.generation === generation;
}
