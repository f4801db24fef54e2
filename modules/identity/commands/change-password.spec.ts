import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Account, account } from '../accounts/account.ts';
import type { PasswordChanged } from '../events.ts';
import { LinkNotGood } from '../links/link-refusals.ts';
import { WrongPassword } from '../signing-in/wrong-credentials.ts';
import {
  accountMovedIn,
  accountOpened,
  accountTakenOverByLink,
  addressProved,
  emailChanged,
  loginLinked,
  passwordChanged,
  personForgotten,
} from '../testing/examples.ts';
import { changePassword, proveAddress, resetPassword } from './change-password.ts';

const passwordHash = passwordChanged().data.passwordHash;
const change =
  (checked: string | undefined = 'hash', isRight = true) =>
  (state: Account) =>
    changePassword({ type: 'ChangePassword', uid: 'u1', sid: 's1', checked, isRight, passwordHash }, state);
const reset =
  (generation = 0, { isAdmin = false } = {}) =>
  (state: Account) =>
    resetPassword({ type: 'ResetPassword', uid: 'u1', generation, passwordHash, isAdmin }, state);
const prove =
  (generation = 0) =>
  (state: Account) =>
    proveAddress({ type: 'ProveAddress', uid: 'u1', generation }, state);
const recovered: PasswordChanged = {
  type: 'PasswordChanged',
  data: { uid: 'u1', passwordHash, because: 'recovered' },
};

describe('changing a password', () => {
  it('takes the one before', () => {
    given(account, accountOpened()).when(change()).then(passwordChanged());
    given(account, accountOpened()).when(change('hash', false)).thenThrows(WrongPassword);
  });

  it('is refused where somebody else was faster', () =>
    given(account, accountOpened(), passwordChanged())
      .when(change())
      .thenThrows(Conflict, /meanwhile/));

  it('sets the first one of an account without', () => {
    const { passwordHash: _, ...data } = accountMovedIn().data;
    given(account, { type: 'AccountMovedIn', data })
      .when((state) =>
        changePassword(
          { type: 'ChangePassword', uid: 'u1', sid: 's1', checked: undefined, isRight: true, passwordHash },
          state,
        ),
      )
      .then(passwordChanged({ because: 'set' }));
  });

  it('is done in no account but one’s own', () =>
    given(account, accountOpened(), personForgotten(), accountOpened({ uid: 'u2' }))
      .when(change())
      .thenThrows(Conflict));
});

describe('a link to an account', () => {
  it('sets a password, and leaves what else opens an account whose address was proved before', () => {
    const past = [accountOpened(), addressProved(), loginLinked()];
    given(account, ...past)
      .when(reset())
      .then(recovered);
    expect(fold(account, [...past, recovered])).toMatchObject({ logins: ['l1'], passwordHash });
  });

  it('takes over an account that nobody had proved: what somebody else linked to it opens it no more', () => {
    const past = [accountOpened(), loginLinked()];
    given(account, ...past)
      .when(reset())
      .then(accountTakenOverByLink(), recovered);
    const state = fold(account, [...past, accountTakenOverByLink(), recovered]);
    expect(state).toMatchObject({ status: 'open', uid: 'u1', isProved: true, logins: [], passwordHash });
  });

  it('takes over no admin’s account, whose address it proves', () =>
    given(account, accountOpened())
      .when(reset(0, { isAdmin: true }))
      .then(recovered, addressProved()));

  it('proves the address, once', () => {
    given(account, accountOpened()).when(prove()).then(addressProved());
    given(account, accountOpened(), addressProved()).when(prove()).thenNothing();
  });

  it.each([
    ['another password', passwordChanged()],
    ['another email', emailChanged()],
    ['been closed', personForgotten()],
  ])('is not good once that has %s', (_, event) => {
    given(account, accountOpened(), event).when(reset()).thenThrows(LinkNotGood);
    given(account, accountOpened(), event).when(prove()).thenThrows(LinkNotGood);
  });
});
