import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { account } from '../account.ts';
import { accountClosed, accountOpened } from '../testing/examples.ts';
import { closeAccount } from './close-account.ts';

describe('closing an account', () => {
  it('closes an open one', () => given(account, accountOpened()).when(closeAccount).then(accountClosed()));

  it('does nothing where there is none, or none any more', () => {
    given(account).when(closeAccount).thenNothing();
    given(account, accountOpened(), accountClosed()).when(closeAccount).thenNothing();
  });
});
