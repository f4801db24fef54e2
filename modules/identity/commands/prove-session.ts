import { Unauthorized } from '../../kernel/errors.ts';
import type { ProvedBy, SessionProved } from '../events.ts';
import type { Session } from '../session.ts';

export type ProveSession = { type: 'ProveSession'; by: ProvedBy; provedAt: string };

/** Notes that somebody proved again who they are. Only in a session that runs that means anything. */
export function proveSession({ by, provedAt }: ProveSession, session: Session): SessionProved[] {
  if (session.status !== 'started') throw new Unauthorized('Please log in again.');
  return [{ type: 'SessionProved', data: { uid: session.uid, by, provedAt } }];
}
