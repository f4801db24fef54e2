import type { Account, Hold } from '../accounts/account.ts';
import type { EmailChanged } from '../contract.ts';
import type { AddressHeld, AddressReleased } from '../events.ts';
import { emailTaken } from './open-account.ts';

export type HoldAddress = {
  type: 'HoldAddress';
  /** The departure of the account that was here and has arrived elsewhere. */
  after?: number;
} & Hold;

/** Keeps an address for an account that is about to move to it. */
export function holdAddress({ type: _, after, ...hold }: HoldAddress, account: Account): AddressHeld[] {
  if (account.status === 'held' && isSame(account, hold)) return [];
  const isFree = account.status === 'none' || (account.status === 'moved' && account.departures === after);
  if (!isFree) throw emailTaken();
  return [{ type: 'AddressHeld', data: hold }];
}

export type ReleaseAddress = { type: 'ReleaseAddress' } & AddressReleased['data'];

/** Lets it go again, when the account cannot come any more. */
export function releaseAddress({ type: _, ...hold }: ReleaseAddress, account: Account): AddressReleased[] {
  return account.status === 'held' && isSame(account, hold) ? [{ type: 'AddressReleased', data: hold }] : [];
}

export type ChangeEmail = { type: 'ChangeEmail'; departure: number } & Omit<EmailChanged['data'], 'before'>;

/** An account leaves for another email. Of two that it could leave for, it leaves for the first. */
export function changeEmail({ type: _, departure, ...data }: ChangeEmail, account: Account): EmailChanged[] {
  if (account.status !== 'open' || account.uid !== data.uid || account.departures !== departure) return [];
  return [{ type: 'EmailChanged', data: { ...data, before: account.email } }];
}

function isSame(one: Omit<Hold, 'email'>, other: Omit<Hold, 'email'>): boolean {
  return one.uid === other.uid && one.from === other.from && one.departure === other.departure;
}
