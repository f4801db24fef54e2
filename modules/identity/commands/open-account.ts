import { Conflict } from '../../kernel/errors.ts';
import type { Account } from '../account.ts';
import type { AccountOpened } from '../events.ts';

export type OpenAccount = { type: 'OpenAccount'; uid: string; email: string; name: string; passwordHash: string };

export const emailTaken = () => new Conflict('That email has an account already. Please log in.');

/** Opens the account of an email that has none. What was opened with this very command stays as it is. */
export function openAccount({ type: _, ...wanted }: OpenAccount, account: Account): AccountOpened[] {
  if (account.status !== 'none' && account.uid === wanted.uid) return [];
  if (account.status !== 'none') throw emailTaken();
  return [{ type: 'AccountOpened', data: wanted }];
}
