import type { Account } from '../accounts/account.ts';
import type { AccountOpenedThrough } from '../events.ts';
import { emailTaken, isFree } from './open-account.ts';

export type OpenAccountThrough = {
  type: 'OpenAccountThrough';
  uid: string;
  email: string;
  name: string;
  login: string;
  isProved: boolean;
  /** The departure of the account that was here, and has another email now, or was closed where it went. */
  after?: number;
};

/** Opens the account of an email that has none, for somebody whom an issuer vouches for. */
export function openAccountThrough(
  { type: _, after, ...wanted }: OpenAccountThrough,
  account: Account,
): AccountOpenedThrough[] {
  if (!isFree(account, after)) throw emailTaken();
  return [{ type: 'AccountOpenedThrough', data: wanted }];
}
