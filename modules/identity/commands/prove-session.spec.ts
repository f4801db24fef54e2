import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Unauthorized } from '../../kernel/errors.ts';
import { type Session, session } from '../session.ts';
import { sessionEnded, sessionProved, sessionStarted } from '../testing/examples.ts';
import { proveSession } from './prove-session.ts';

const prove = (state: Session) => proveSession({ type: 'ProveSession', ...sessionProved().data }, state);

describe('proving again who one is', () => {
  it('is noted in a session that runs', () => given(session, sessionStarted()).when(prove).then(sessionProved()));

  it('means nothing in one that never was, or ended', () => {
    given(session).when(prove).thenThrows(Unauthorized);
    given(session, sessionStarted(), sessionEnded()).when(prove).thenThrows(Unauthorized);
  });
});
