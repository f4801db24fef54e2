import { expect, it } from 'vitest';
import { Bulkhead } from '../../kernel/concurrency/bulkhead.ts';
import { DamagedStream } from '../../kernel/errors.ts';
import { DemoAccounts } from './demo-accounts.ts';

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
