import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { NotFound } from '../../kernel/errors.ts';
import type { Profile } from '../events.ts';
import { profile, profileConfirmed, profileUpdated, userErased, userRegistered } from '../testing/examples.ts';
import { type User, user } from '../user.ts';
import { updateProfile } from './update-profile.ts';

const saying =
  (but: Partial<Profile> = {}) =>
  (state: User) =>
    updateProfile({ type: 'UpdateProfile', uid: 'u1', email: 'mina@example.com', ...profile, ...but }, state);

describe('updating a profile', () => {
  it('writes down what a user says', () => given(user, userRegistered()).when(saying()).then(profileUpdated()));

  it.each(['education', 'location', 'phone', 'social'] as const)('notices another %s', (field) =>
    given(user, userRegistered(), profileUpdated())
      .when(saying({ [field]: 'https://example.com/new' }))
      .then(profileUpdated({ [field]: 'https://example.com/new' })),
  );

  it('only remembers that it was said when nothing is new', () =>
    given(user, userRegistered(), profileUpdated()).when(saying()).then(profileConfirmed()));

  it('keeps the profile when it was said again', () =>
    given(user, userRegistered(), profileUpdated(), profileConfirmed()).when(saying()).then(profileConfirmed()));

  it('compares with the last that was said', () =>
    given(user, userRegistered(), profileUpdated(), profileUpdated({ phone: '1' }))
      .when(saying())
      .then(profileUpdated()));

  it('finds nobody who never registered, or was erased', () => {
    given(user).when(saying()).thenThrows(NotFound);
    given(user, userRegistered(), userErased()).when(saying()).thenThrows(NotFound);
  });
});
