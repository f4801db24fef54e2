import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { type Account, account } from '../account.ts';
import { accountClosed, accountOpened } from '../testing/examples.ts';
import { closeAccount } from './close-account.ts';

const close = (state: Account) => closeAccount({ type: 'CloseAccount' }, state);

describe('closing an account', () => {
  it('closes an open one', () => given(account, accountOpened()).when(close).then(accountClosed()));

  it('does nothing where there is none, or none any more', () => {
    given(account).when(close).thenNothing();
    given(account, accountOpened(), accountClosed()).when(close).thenNothing();
  });
});
