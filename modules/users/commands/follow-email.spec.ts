import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { userEmailChanged, userErased, userRegistered } from '../testing/examples.ts';
import { type User, user } from '../user.ts';
import { followEmail } from './follow-email.ts';
import { registerUser } from './register-user.ts';

const follow = (state: User) => followEmail({ type: 'FollowEmail', ...userEmailChanged().data }, state);

describe('a user whose account has another email', () => {
  it('has it too, once', () => {
    given(user, userRegistered()).when(follow).then(userEmailChanged());
    given(user, userRegistered(), userEmailChanged()).when(follow).thenNothing();
  });

  it('is not spoken of once they are erased', () =>
    given(user, userRegistered(), userErased()).when(follow).thenNothing());

  it('registers with it, whatever the proof says that they bring', () => {
    const register = (state: User) => registerUser({ type: 'RegisterUser', ...userRegistered().data }, state);
    given(user, userEmailChanged())
      .when(register)
      .then(userRegistered({ email: userEmailChanged().data.email }));
  });
});
