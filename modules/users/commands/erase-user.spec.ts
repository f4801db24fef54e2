import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { userErased, userRegistered } from '../testing/examples.ts';
import { type User, user } from '../user.ts';
import { eraseUser } from './erase-user.ts';

const erase = (state: User) => eraseUser({ type: 'EraseUser', uid: 'u1' }, state);

describe('erasing a user', () => {
  it('forgets who is known', () => given(user, userRegistered()).when(erase).then(userErased()));

  it('keeps out who never registered, too', () => given(user).when(erase).then(userErased()));

  it('does nothing the second time', () => {
    given(user, userRegistered(), userErased()).when(erase).thenNothing();
  });
});
