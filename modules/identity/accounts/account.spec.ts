import { describe, expect, it } from 'vitest';
import { fold } from '../../kernel/aggregate.ts';
import {
  accountMovedIn,
  accountMovedOut,
  accountOpened,
  addressHeld,
  addressProved,
  emailChanged,
  passwordChanged,
  personForgotten,
} from '../testing/examples.ts';
import { account } from './account.ts';

const foldOf = (...events: Parameters<typeof account.evolve>[1][]) => fold(account, events);

describe('an account', () => {
  it('is unproved, without a sign-in from elsewhere, when it is opened', () => {
    expect(foldOf(accountOpened())).toMatchObject({ status: 'open', isProved: false, logins: [] });
  });

  it('is proved from then on, and has the password that was set last', () => {
    const state = foldOf(accountOpened(), addressProved(), passwordChanged());
    expect(state).toMatchObject({ isProved: true, passwordHash: 'another hash' });
  });

  it('may have no password', () => {
    const { passwordHash: _, ...data } = accountMovedIn().data;
    expect(foldOf({ type: 'AccountMovedIn', data })).not.toHaveProperty('passwordHash');
  });

  it('takes all that it is with it to a proved address, until it has arrived', () => {
    expect(foldOf(accountOpened(), emailChanged())).toEqual({
      status: 'moved',
      to: 'a2',
      departures: 1,
      generation: 1,
      left: { u1: 'a2' },
      forgotten: [],
      uid: 'u1',
      email: 'mina@example.org',
      name: 'Mina',
      passwordHash: 'hash',
      isProved: true,
      logins: [],
    });
  });

  it('says where those went who left, also once somebody else is there', () => {
    const reopened = foldOf(accountOpened(), emailChanged(), accountOpened({ uid: 'u2' }));
    expect(reopened).toMatchObject({ status: 'open', uid: 'u2', left: { u1: 'a2' } });
    const leftAgain = account.evolve(reopened, accountMovedOut({ uid: 'u2', to: 'a3' }));
    expect(leftAgain.left).toEqual({ u1: 'a2', u2: 'a3' });
    expect(foldOf(accountOpened(), accountMovedOut(), accountMovedIn()).left).toEqual({});
    expect(foldOf(accountOpened(), accountMovedOut(), accountMovedIn(), personForgotten()).left).toEqual({});
  });

  it('is not put out of its place by whoever would come there', () => {
    expect(foldOf(accountOpened(), addressHeld({ uid: 'u2' }))).toMatchObject({ status: 'open', uid: 'u1' });
  });
});
