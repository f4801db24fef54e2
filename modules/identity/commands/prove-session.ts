import { Unauthorized } from '../../kernel/errors.ts';
import type { ProvedBy, SessionProved } from '../events.ts';
import type { Session } from '../sessions/session.ts';

export type ProveSession = { type: 'ProveSession'; by: ProvedBy; provedAt: string };

/** Milliseconds for which the same proof again is nothing new. */
const stillNew = 60_000;

/**
 * Notes that somebody proved again who they are. Only in a session that runs that means anything. By the same means within a minute is
 * nothing new: without this, whoever confirms over and over has the log grow each time.
 */
export function proveSession({ by, provedAt }: ProveSession, session: Session): SessionProved[] {
  if (session.status !== 'started') throw new Unauthorized('Please log in again.');
  const since = Date.parse(provedAt) - Date.parse(session.provedAt);
  if (by === session.provedBy && since >= 0 && since < stillNew) return [];
  return [{ type: 'SessionProved', data: { uid: session.uid, by, provedAt } }];
}
