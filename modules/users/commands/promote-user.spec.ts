import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { NotFound } from '../../kernel/errors.ts';
import { profileUpdated, userErased, userPromoted, userRegistered } from '../testing/examples.ts';
import { type User, user } from '../user.ts';
import { promoteUser } from './promote-user.ts';

const promote = (state: User) => promoteUser({ type: 'PromoteUser', uid: 'u1', by: 'u9' }, state);

describe('promoting a user', () => {
  it('makes an admin', () => given(user, userRegistered()).when(promote).then(userPromoted()));

  it('does nothing to an admin, whose profile may have changed since', () =>
    given(user, userRegistered(), userPromoted(), profileUpdated()).when(promote).thenNothing());

  it('finds nobody who never registered, or was erased', () => {
    given(user).when(promote).thenThrows(NotFound);
    given(user, userRegistered(), userErased()).when(promote).thenThrows(NotFound);
  });
});
