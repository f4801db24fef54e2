import type { Account } from '../account.ts';
import type { AccountClosed } from '../events.ts';

/** Closes an account, and with it every session of it. What is not open needs no closing. */
export function closeAccount(account: Account): AccountClosed[] {
  return account.status === 'open' ? [{ type: 'AccountClosed', data: { uid: account.uid } }] : [];
}
