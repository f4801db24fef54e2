import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/deciding/projected.ts';
import { stored } from '../../../backend/testing/stored.ts';
import type { AccountEvent } from '../events.ts';
import * as examples from '../testing/examples.ts';
import { accounts } from './accounts.ts';

/** What is shown of an account after these events, an hour after each other. */
function shownAfter(...events: AccountEvent[]) {
  const happened = events.map((event, hour) => stored(event, { time: at(hour) }));
  return projected(accounts, ...happened).documents.get('u1');
}
const at = (hour: number) => `2026-01-02T0${hour}:00:00.000Z`;

describe('what people are shown of their account', () => {
  it('says when each login was linked, also once the account has moved, and none that was taken away', () => {
    const moved = examples.accountMovedIn({ logins: ['l1', 'l2'] });
    const both = [examples.accountOpenedThrough(), examples.loginLinked({ login: 'l2' }), moved];
    expect(shownAfter(...both)?.linkedAt).toEqual({ l1: at(0), l2: at(1) });
    expect(shownAfter(...both, examples.loginUnlinked())?.linkedAt).toEqual({ l2: at(1) });
  });

  it('says whether it has a password, and whether the address is proved, also once it has moved', () => {
    const opened = { hasPassword: true, isProved: false };
    expect(shownAfter(examples.accountOpened())).toMatchObject(opened);
    expect(shownAfter(examples.accountOpened(), examples.addressProved())).toEqual({
      ...opened,
      isProved: true,
      linkedAt: {},
    });
    const through = [examples.accountOpenedThrough(), examples.passwordChanged()];
    expect(shownAfter(...through)).toMatchObject({ hasPassword: true, isProved: true, linkedAt: { l1: at(0) } });
    expect(shownAfter(examples.accountMovedIn())).toMatchObject({ hasPassword: true });
    expect(shownAfter(examples.accountMovedIn({ passwordHash: undefined }))).toMatchObject({ hasPassword: false });
  });

  it('says of an account that was taken over by which login alone', () => {
    const before = [examples.accountOpened(), examples.loginLinked({ login: 'l9' })];
    expect(shownAfter(...before, examples.accountTakenOver())?.linkedAt).toEqual({ l1: at(2) });
  });
});
