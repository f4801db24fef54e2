import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Account, account } from '../accounts/account.ts';
import {
  accountMovedIn,
  accountMovedOut,
  accountOpened,
  addressHeld,
  addressReleased,
  emailChanged,
} from '../testing/examples.ts';
import { changeEmail, holdAddress, releaseAddress } from './change-email.ts';
import { takeInAccount } from './move-account.ts';
import { openAccount } from './open-account.ts';

const hold = (after?: number) => (state: Account) =>
  holdAddress({ type: 'HoldAddress', ...addressHeld().data, after }, state);
const release = (state: Account) => releaseAddress({ type: 'ReleaseAddress', ...addressReleased().data }, state);
const change =
  (departure = 0) =>
  (state: Account) =>
    changeEmail({ type: 'ChangeEmail', ...emailChanged().data, departure }, state);

describe('keeping an address for an account that comes to it', () => {
  it('is done where there is none', () => given(account).when(hold()).then(addressHeld()));

  it('is done once', () => given(account, addressHeld()).when(hold()).thenNothing());

  it('is done where somebody left and arrived elsewhere, at that departure only', () => {
    const left = [accountOpened({ uid: 'u2' }), accountMovedOut({ uid: 'u2', to: 'a3' })] as const;
    given(account, ...left)
      .when(hold(1))
      .then(addressHeld());
    given(account, ...left)
      .when(hold())
      .thenThrows(Conflict);
  });

  it('is refused where somebody has an account, or comes first', () => {
    given(account, accountOpened({ uid: 'u2' }))
      .when(hold())
      .thenThrows(Conflict, /has an account already/);
    given(account, addressHeld({ uid: 'u2', from: 'a3' }))
      .when(hold())
      .thenThrows(Conflict);
  });

  it('keeps others from opening an account there, or moving in', () => {
    const { data } = accountOpened({ uid: 'u2' });
    given(account, addressHeld())
      .when((state) => openAccount({ type: 'OpenAccount', ...data }, state))
      .thenThrows(Conflict);
    given(account, addressHeld())
      .when((state) => takeInAccount({ type: 'TakeInAccount', ...accountMovedIn({ uid: 'u2' }).data }, state))
      .thenNothing();
  });

  it('ends when the account comes, or cannot come any more', () => {
    given(account, addressHeld())
      .when((state) => takeInAccount({ type: 'TakeInAccount', ...accountMovedIn().data }, state))
      .then(accountMovedIn());
    given(account, addressHeld()).when(release).then(addressReleased());
    given(account, addressHeld({ departure: 1 }))
      .when(release)
      .thenNothing();
    given(account, addressHeld(), accountMovedIn()).when(release).thenNothing();
  });
});

describe('leaving for another email', () => {
  it('happens once a departure', () => {
    given(account, accountOpened()).when(change()).then(emailChanged());
    given(account, accountOpened(), emailChanged()).when(change()).thenNothing();
    given(account, accountOpened(), emailChanged(), accountMovedIn()).when(change()).thenNothing();
    given(account, accountOpened(), emailChanged(), accountMovedIn()).when(change(1)).then(emailChanged());
  });

  it("never moves somebody else's account", () => {
    given(account).when(change()).thenNothing();
    given(account, accountOpened({ uid: 'u2' }))
      .when(change())
      .thenNothing();
  });
});
