import { Conflict } from '../../kernel/errors.ts';
import type { Account } from '../accounts/account.ts';
import type { AccountTakenOver } from '../events.ts';

export type TakeOverAccount = { type: 'TakeOverAccount'; uid: string; login: string };

/**
 * Gives an account whose address nobody had proved to whom it belongs, as an issuer has seen. Without this, whoever signs up
 * with somebody else's address would lock them out.
 */
export function takeOverAccount({ uid, login }: TakeOverAccount, account: Account): AccountTakenOver[] {
  if (account.status !== 'open' || account.uid !== uid || account.isProved) {
    throw new Conflict('That address was proved just now. Please try again.');
  }
  return [{ type: 'AccountTakenOver', data: { uid, login } }];
}
