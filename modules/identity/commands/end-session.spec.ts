import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { type Session, session } from '../sessions/session.ts';
import { sessionEnded, sessionStarted } from '../testing/examples.ts';
import { endSession } from './end-session.ts';

const end = (state: Session) => endSession({ type: 'EndSession', because: 'signed-out' }, state);

describe('ending a session', () => {
  it('ends one that runs', () => given(session, sessionStarted()).when(end).then(sessionEnded()));

  it('does nothing to one that never ran, or ended before', () => {
    given(session).when(end).thenNothing();
    given(session, sessionStarted(), sessionEnded()).when(end).thenNothing();
  });
});
