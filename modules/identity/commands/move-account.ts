import type { Account } from '../accounts/account.ts';
import type { AccountMovedIn, AccountMovedOut } from '../events.ts';

export type MoveAccount = { type: 'MoveAccount'; to: string };

/** An account leaves the place that is named with a secret of before. */
export function moveAccount({ to }: MoveAccount, account: Account): AccountMovedOut[] {
  return account.status === 'open' ? [{ type: 'AccountMovedOut', data: { uid: account.uid, to } }] : [];
}

export type TakeInAccount = { type: 'TakeInAccount' } & AccountMovedIn['data'];

/**
 * And arrives at its new place, where nothing can be before it but an account that left, or what keeps the place for it. Whoever was forgotten
 * there while nobody could read it does not.
 */
export function takeInAccount({ type: _, ...data }: TakeInAccount, account: Account): AccountMovedIn[] {
  const isKeptForAnother = account.status === 'held' && account.uid !== data.uid;
  const isForgotten = account.forgotten.includes(data.uid);
  return account.status !== 'open' && !isKeptForAnother && !isForgotten ? [{ type: 'AccountMovedIn', data }] : [];
}
