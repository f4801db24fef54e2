import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Account, account } from '../accounts/account.ts';
import { accountOpened, personForgotten } from '../testing/examples.ts';
import { openAccount } from './open-account.ts';

const mina = (state: Account) => openAccount({ type: 'OpenAccount', ...accountOpened().data }, state);

describe('opening an account', () => {
  it('opens the first one of an email', () => given(account).when(mina).then(accountOpened()));

  it('refuses a second one', () =>
    given(account, accountOpened({ uid: 'u2' }))
      .when(mina)
      .thenThrows(Conflict, /has an account already/));

  it('opens a new one once the first is closed', () =>
    given(account, accountOpened({ uid: 'u2' }), personForgotten({ uid: 'u2' }))
      .when(mina)
      .then(accountOpened()));
});
