import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Unauthorized } from '../../kernel/errors.ts';
import { type Session, session } from '../sessions/session.ts';
import { othersSignedOut, sessionEnded, sessionStarted } from '../testing/examples.ts';
import { signOutOthers } from './sign-out-others.ts';

const { data } = othersSignedOut();
const signOut = (state: Session) => signOutOthers({ type: 'SignOutOthers', ...data }, state);

describe('signing out elsewhere', () => {
  it('is noted with the sessions that it is about', () =>
    given(session, sessionStarted()).when(signOut).then(othersSignedOut()));

  it('is nothing that one may do in a session that is over', () => {
    given(session).when(signOut).thenThrows(Unauthorized);
    given(session, sessionStarted(), sessionEnded()).when(signOut).thenThrows(Unauthorized);
  });
});
