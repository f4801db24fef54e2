import type { Account } from '../account.ts';
import type { AccountClosed } from '../events.ts';

export type CloseAccount = { type: 'CloseAccount' };

/** Closes an account, and with it every session of it. What is not open needs no closing. */
export function closeAccount(_: CloseAccount, account: Account): AccountClosed[] {
  return account.status === 'open' ? [{ type: 'AccountClosed', data: { uid: account.uid } }] : [];
}
