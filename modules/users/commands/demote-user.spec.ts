import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { NotFound } from '../../kernel/errors.ts';
import { profileUpdated, userDemoted, userErased, userPromoted, userRegistered } from '../testing/examples.ts';
import { type User, user } from '../user.ts';
import { demoteUser } from './demote-user.ts';
import { promoteUser } from './promote-user.ts';

const demote = (state: User) => demoteUser({ type: 'DemoteUser', uid: 'u1', by: 'u9', promotion: 1 }, state);
const promote = (state: User) => promoteUser({ type: 'PromoteUser', uid: 'u1', by: 'u9' }, state);

describe('demoting an admin', () => {
  it('takes their rights away', () =>
    given(user, userRegistered(), userPromoted(), profileUpdated()).when(demote).then(userDemoted()));

  it('does nothing to who is none, or none any more', () => {
    given(user, userRegistered()).when(demote).thenNothing();
    given(user, userRegistered(), userPromoted(), userDemoted()).when(demote).thenNothing();
  });

  it('does nothing to who was promoted again meanwhile', () =>
    given(user, userRegistered(), userPromoted(), userDemoted(), userPromoted()).when(demote).thenNothing());

  it('is not for good', () =>
    given(user, userRegistered(), userPromoted(), userDemoted()).when(promote).then(userPromoted()));

  it('finds nobody who never registered, or was erased', () => {
    given(user).when(demote).thenThrows(NotFound);
    given(user, userRegistered(), userPromoted(), userErased()).when(demote).thenThrows(NotFound);
  });
});
