import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Login, login } from '../accounts/login.ts';
import { loginClaimed } from '../testing/examples.ts';
import { claimLogin } from './claim-login.ts';

const claim = (instead?: string) => (state: Login) =>
  claimLogin({ type: 'ClaimLogin', ...loginClaimed().data, instead }, state);

describe('claiming a login', () => {
  it('makes it lead to an account', () => given(login).when(claim()).then(loginClaimed()));

  it('does nothing when it leads there', () => given(login, loginClaimed()).when(claim()).thenNothing());

  it('leads it elsewhere when it leads nowhere any more', () =>
    given(login, loginClaimed({ uid: 'u2' }))
      .when(claim('u2'))
      .then(loginClaimed()));

  it('refuses when somebody else was faster', () => {
    given(login, loginClaimed({ uid: 'u2' }))
      .when(claim())
      .thenThrows(Conflict);
    given(login, loginClaimed({ uid: 'u2' }), loginClaimed({ uid: 'u3' }))
      .when(claim('u2'))
      .thenThrows(Conflict);
  });
});
