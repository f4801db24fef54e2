import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Account, account } from '../accounts/account.ts';
import { accountMovedOut, accountOpened, accountOpenedThrough, personForgotten } from '../testing/examples.ts';
import { openAccountThrough } from './open-account-through.ts';

const open = (state: Account, after?: number) =>
  openAccountThrough({ type: 'OpenAccountThrough', ...accountOpenedThrough().data, after }, state);

describe('opening an account for whom an issuer vouches', () => {
  it('opens the first one of an email', () => given(account).when(open).then(accountOpenedThrough()));

  it('refuses a second one', () => {
    given(account, accountOpened({ uid: 'u2' }))
      .when(open)
      .thenThrows(Conflict);
    given(account, accountOpenedThrough({ uid: 'u2' }))
      .when(open)
      .thenThrows(Conflict);
  });

  it('opens a new one once the first is closed, or has left for good', () => {
    given(account, accountOpened({ uid: 'u2' }), personForgotten({ uid: 'u2' }))
      .when(open)
      .then(accountOpenedThrough());
    given(account, accountOpened({ uid: 'u2' }), accountMovedOut({ uid: 'u2' }))
      .when((state: Account) => open(state, 1))
      .then(accountOpenedThrough());
  });
});
