import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { session } from '../session.ts';
import { sessionEnded, sessionStarted } from '../testing/examples.ts';
import { endSession } from './end-session.ts';

describe('ending a session', () => {
  it('ends one that runs', () => given(session, sessionStarted()).when(endSession).then(sessionEnded()));

  it('does nothing to one that never ran, or ended before', () => {
    given(session).when(endSession).thenNothing();
    given(session, sessionStarted(), sessionEnded()).when(endSession).thenNothing();
  });
});
