import { expect, it } from 'vitest';
import { projected } from '../../../backend/testing/deciding/projected.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { Bulkhead } from '../../kernel/concurrency/bulkhead.ts';
import { DamagedStream } from '../../kernel/errors.ts';
import { demoAccounts } from '../read-models/demo-accounts.ts';
import { accountOpenedThrough } from '../testing/examples.ts';
import { DemoAccounts } from './demo-accounts.ts';

it('accounts of the demo’s issuer are those that were opened by an address that nobody has proved', () => {
  const opened = [true, false].map((isProved, n) =>
    stored(accountOpenedThrough({ uid: `u${n}`, isProved }), { stream: `account-a${n}` }),
  );
  const { documents } = projected(demoAccounts, ...opened);
  expect([...documents]).toEqual([['u1', { uid: 'u1', accountId: 'a1' }]]);
});

it('all accounts of the demo’s issuer are closed but one that cannot be read, and that is said', async () => {
  const closed: string[] = [];
  const accounts = {
    async forgetAt(accountId: string, uid: string) {
      if (uid === 'u1') throw new DamagedStream(`account-${accountId}`, 'It is broken.');
      closed.push(uid);
      return { position: 7n, stream: `account-${accountId}` };
    },
  };
  const documents = ['u1', 'u2'].map((uid) => ({ uid, accountId: `of ${uid}` }));
  const view = { list: async () => ({ documents, next: undefined, asOf: 1n }) };
  const bulkhead = new Bulkhead();
  expect(await new DemoAccounts({ accounts, view }).close(bulkhead)).toBe(7n);
  expect(closed).toEqual(['u2']);
  expect(() => bulkhead.end()).toThrow('1 failed: DamagedStream: account-of u1');
});
