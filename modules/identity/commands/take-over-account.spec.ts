import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Account, account } from '../accounts/account.ts';
import {
  accountOpened,
  accountOpenedThrough,
  accountTakenOver,
  addressProved,
  loginLinked,
} from '../testing/examples.ts';
import { takeOverAccount } from './take-over-account.ts';

const takeOver = (state: Account) => takeOverAccount({ type: 'TakeOverAccount', uid: 'u1', login: 'l1' }, state);

describe('taking over an account', () => {
  it('is for an address that nobody proved', () => {
    given(account, accountOpened()).when(takeOver).then(accountTakenOver());
    given(account, accountOpened(), addressProved()).when(takeOver).thenThrows(Conflict);
    given(account, accountOpenedThrough()).when(takeOver).thenThrows(Conflict);
    given(account, accountOpened({ uid: 'u2' }))
      .when(takeOver)
      .thenThrows(Conflict);
  });

  it('ends the password and the logins of before, and proves the address', () => {
    const state = fold(account, [accountOpened(), loginLinked({ login: 'of before' }), accountTakenOver()]);
    expect(state).toMatchObject({ status: 'open', uid: 'u1', isProved: true, logins: ['l1'] });
    expect(state).toHaveProperty('passwordHash', undefined);
  });
});
