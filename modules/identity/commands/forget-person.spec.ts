import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Account, account } from '../accounts/account.ts';
import { accountMovedOut, accountOpened, addressHeld, personForgotten } from '../testing/examples.ts';
import { forgetPerson } from './forget-person.ts';

const forget = (state: Account) => forgetPerson({ type: 'ForgetPerson', uid: 'u1' }, state);

describe('forgetting a person', () => {
  it('closes their account', () => given(account, accountOpened()).when(forget).then(personForgotten()));

  it('does nothing where there is none, or none any more', () => {
    given(account).when(forget).thenNothing();
    given(account, accountOpened(), personForgotten()).when(forget).thenNothing();
  });

  it('leaves the account of whoever has the email now', () =>
    given(account, accountOpened(), personForgotten(), accountOpened({ uid: 'u2' }))
      .when(forget)
      .thenNothing());

  it('closes nothing where an address is only kept for it', () =>
    given(account, addressHeld()).when(forget).thenNothing());

  it('never happens in a place that the account has left', () =>
    given(account, accountOpened(), accountMovedOut()).when(forget).thenThrows(Conflict));
});
