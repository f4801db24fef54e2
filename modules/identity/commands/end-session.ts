import type { SessionEnded } from '../events.ts';
import type { Session } from '../session.ts';

/** Ends a session for good. What does not run needs no ending. */
export function endSession(session: Session): SessionEnded[] {
  return session.status === 'started' ? [{ type: 'SessionEnded', data: { uid: session.uid } }] : [];
}
