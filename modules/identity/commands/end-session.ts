import type { EndedBecause, SessionEnded } from '../events.ts';
import type { Session } from '../sessions/session.ts';

export type EndSession = { type: 'EndSession'; because: EndedBecause };

/** Ends a session for good. What does not run needs no ending. */
export function endSession({ because }: EndSession, session: Session): SessionEnded[] {
  return session.status === 'started' ? [{ type: 'SessionEnded', data: { uid: session.uid, because } }] : [];
}
