import { Conflict } from '../../kernel/errors.ts';
import type { Account } from '../accounts/account.ts';
import type { PersonForgotten } from '../contract.ts';

export type ForgetPerson = { type: 'ForgetPerson'; uid: string };

/**
 * Closes a person's account for good, and with it every session of it; everything else that is known of them is forgotten
 * because of this. Whoever has no account there is forgotten already.
 */
export function forgetPerson({ uid }: ForgetPerson, account: Account): PersonForgotten[] {
  if (account.status === 'none' || account.status === 'held' || account.uid !== uid) return [];
  if (account.status === 'moved') throw new Conflict('The account has just moved. Please try again.');
  return [{ type: 'PersonForgotten', data: { uid } }];
}

/** The same where nobody can read whose account it is: said of somebody who has none there, it changes nothing once it can be read. */
export function forgetUnread({ uid }: ForgetPerson): PersonForgotten[] {
  return [{ type: 'PersonForgotten', data: { uid } }];
}
