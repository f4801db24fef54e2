import { Conflict } from '../../kernel/errors.ts';
import type { Account } from '../accounts/account.ts';
import type { AccountOpened } from '../events.ts';

export type OpenAccount = {
  type: 'OpenAccount';
  uid: string;
  email: string;
  name: string;
  passwordHash: string;
  /** The departure of the account that was here, and has another email now, or was closed where it went. */
  after?: number;
};

export class EmailTaken extends Conflict {
  constructor() {
    super('That email has an account already. Please log in.');
  }
}

export const emailTaken = () => new EmailTaken();

/** Opens the account of an email that has none. What was opened with this very command stays as it is. */
export function openAccount({ type: _, after, ...wanted }: OpenAccount, account: Account): AccountOpened[] {
  if ((account.status === 'open' || account.status === 'moved') && account.uid === wanted.uid) return [];
  if (!isFree(account, after)) throw emailTaken();
  return [{ type: 'AccountOpened', data: wanted }];
}

/** Whether an account can be opened here; `after` is the departure with which one that was here has left for good. */
export function isFree(account: Account, after: number | undefined): boolean {
  return account.status === 'none' || (account.status === 'moved' && account.departures === after);
}
