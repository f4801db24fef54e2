import { Unauthorized } from '../../kernel/errors.ts';
import type { OthersSignedOut } from '../events.ts';
import type { Session } from '../sessions/session.ts';

export type SignOutOthers = { type: 'SignOutOthers' } & OthersSignedOut['data'];

/** Notes which sessions are to end because somebody said so in this one. */
export function signOutOthers({ type: _, ...data }: SignOutOthers, session: Session): OthersSignedOut[] {
  if (session.status !== 'started') throw new Unauthorized('Please log in again.');
  return data.sids.length === 0 ? [] : [{ type: 'OthersSignedOut', data }];
}
