import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Account, account } from '../accounts/account.ts';
import {
  accountOpened,
  accountOpenedThrough,
  addressProved,
  loginLinked,
  loginUnlinked,
  passwordChanged,
  personForgotten,
} from '../testing/examples.ts';
import { linkLogin, unlinkLogin } from './link-login.ts';

const link = (state: Account, email?: string) => linkLogin({ type: 'LinkLogin', uid: 'u1', login: 'l1', email }, state);
const unlink = (state: Account) => unlinkLogin({ type: 'UnlinkLogin', uid: 'u1', login: 'l1' }, state);

describe('linking a login to an account', () => {
  it('does it once', () => {
    given(account, accountOpened()).when(link).then(loginLinked());
    given(account, accountOpened(), loginLinked()).when(link).thenNothing();
  });

  it('proves the address, if the issuer has seen that very one to be theirs', () => {
    const seen = (email: string) => (state: Account) => link(state, email);
    const proved = addressProved({ by: 'provider' });
    given(account, accountOpened()).when(seen('Mina@example.com')).then(loginLinked(), proved);
    given(account, accountOpened()).when(seen('mina@elsewhere.example')).then(loginLinked());
    given(account, accountOpened(), addressProved()).when(seen('mina@example.com')).then(loginLinked());
  });

  it('refuses for an account that is closed, or is another’s now', () => {
    given(account, accountOpened(), personForgotten()).when(link).thenThrows(Conflict);
    given(account, accountOpened({ uid: 'u2' }))
      .when(link)
      .thenThrows(Conflict);
  });
});

describe('unlinking a login', () => {
  it('does it once', () => {
    given(account, accountOpened(), loginLinked()).when(unlink).then(loginUnlinked());
    given(account, accountOpened(), loginLinked(), loginUnlinked()).when(unlink).thenNothing();
  });

  it('leaves the last way in', () => {
    given(account, accountOpenedThrough())
      .when(unlink)
      .thenThrows(Conflict, /only way/);
    given(account, accountOpenedThrough(), loginLinked({ login: 'l2' }))
      .when(unlink)
      .then(loginUnlinked());
    given(account, accountOpenedThrough(), passwordChanged()).when(unlink).then(loginUnlinked());
  });
});
