import { Conflict } from '../../kernel/errors.ts';
import type { SessionStarted } from '../events.ts';
import type { Session } from '../sessions/session.ts';

export type StartSession = { type: 'StartSession' } & SessionStarted['data'];

/** Starts a session. A session token is good for one session only. */
export function startSession({ type: _, ...wanted }: StartSession, session: Session): SessionStarted[] {
  if (session.status !== 'none') throw new Conflict('This session was started before.');
  return [{ type: 'SessionStarted', data: wanted }];
}
