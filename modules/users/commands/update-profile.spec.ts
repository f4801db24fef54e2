import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { NotFound, TooMany } from '../../kernel/errors.ts';
import type { Profile } from '../events.ts';
import {
  addressRemoved,
  addressSaved,
  profile,
  profileConfirmed,
  profileUpdated,
  userErased,
  userRegistered,
} from '../testing/examples.ts';
import { type User, user } from '../user.ts';
import { mostChangesADay } from './bounded-changes.ts';
import { updateProfile } from './update-profile.ts';

const now = new Date('2026-01-02T03:04:05.000Z');
const saying =
  (but: Partial<Profile> = {}, at = now) =>
  (state: User) =>
    updateProfile({ type: 'UpdateProfile', uid: 'u1', email: 'mina@example.com', now: at, ...profile, ...but }, state);

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

  it('is refused once as much was said as one may say in a day, the same again too, and taken again the next', () => {
    const said = Array.from({ length: mostChangesADay / 4 }, (_, nth) => [
      profileUpdated({ phone: `${nth}` }),
      profileConfirmed(),
      addressSaved({ street: `${nth} Mirpur Road` }),
      addressRemoved(),
    ]).flat();
    given(user, userRegistered(), ...said)
      .when(saying())
      .thenThrows(TooMany, /tomorrow/);
    given(user, userRegistered(), ...said)
      .when(saying({ phone: `${mostChangesADay / 4 - 1}` }))
      .thenThrows(TooMany);
    const tomorrow = new Date('2026-01-03T00:00:00.000Z');
    given(user, userRegistered(), ...said)
      .when(saying({}, tomorrow))
      .then(profileUpdated({ at: tomorrow.toISOString() }));
  });

  it('is not counted of a time before it was', () => {
    const before = Array.from({ length: mostChangesADay }, () => profileUpdated({ phone: '1', at: undefined }));
    given(user, userRegistered(), ...before)
      .when(saying())
      .then(profileUpdated());
  });

  it('finds nobody who never registered, or was erased', () => {
    given(user).when(saying()).thenThrows(NotFound);
    given(user, userRegistered(), userErased()).when(saying()).thenThrows(NotFound);
  });
});
