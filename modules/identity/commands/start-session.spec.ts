import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Session, session } from '../sessions/session.ts';
import { sessionEnded, sessionStarted } from '../testing/examples.ts';
import { startSession } from './start-session.ts';

const start = (state: Session) => startSession({ type: 'StartSession', ...sessionStarted().data }, state);

describe('starting a session', () => {
  it('starts one', () => given(session).when(start).then(sessionStarted()));

  it('never starts one again, running or ended', () => {
    given(session, sessionStarted()).when(start).thenThrows(Conflict);
    given(session, sessionStarted(), sessionEnded()).when(start).thenThrows(Conflict);
  });
});
