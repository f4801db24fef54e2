import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Forbidden } from '../../kernel/errors.ts';
import { userErased, userPromoted, userRegistered } from '../testing/examples.ts';
import { type User, user } from '../user.ts';
import { registerUser } from './register-user.ts';

const mina = (state: User) =>
  registerUser({ type: 'RegisterUser', uid: 'u1', email: 'mina@example.com', name: 'Mina' }, state);

describe('registering a user', () => {
  it('takes in who comes for the first time', () => given(user).when(mina).then(userRegistered()));

  it('does nothing the second time', () => given(user, userRegistered(), userPromoted()).when(mina).thenNothing());

  it('refuses who was erased, whose ID token may still be good', () =>
    given(user, userRegistered(), userErased())
      .when(mina)
      .thenThrows(Forbidden, /closed/));
});
