import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { type Account, account } from '../accounts/account.ts';
import { accountMovedIn, accountMovedOut, accountOpened, personForgotten } from '../testing/examples.ts';
import { moveAccount, takeInAccount } from './move-account.ts';

const move = (state: Account) => moveAccount({ type: 'MoveAccount', to: 'a2' }, state);
const takeIn = (state: Account) => takeInAccount({ type: 'TakeInAccount', ...accountMovedIn().data }, state);

describe('an account whose email is named with another secret', () => {
  it('leaves its old place once', () => {
    given(account, accountOpened()).when(move).then(accountMovedOut());
    given(account, accountOpened(), accountMovedOut()).when(move).thenNothing();
  });

  it('does not leave where it is closed', () => {
    given(account).when(move).thenNothing();
    given(account, accountOpened(), personForgotten()).when(move).thenNothing();
  });

  it('arrives at its new place once', () => {
    given(account).when(takeIn).then(accountMovedIn());
    given(account, accountMovedIn()).when(takeIn).thenNothing();
  });

  it('arrives also where it was once', () => {
    given(account, accountOpened(), accountMovedOut()).when(takeIn).then(accountMovedIn());
  });
});
