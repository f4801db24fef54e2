import { expect, it } from 'vitest';
import { DamagedStream } from '../../../modules/kernel/errors.ts';
import { newEvent } from '../../testing/counters.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { moveAccounts } from './move-to-newest.ts';

it('accounts are moved to the newest hash of their email though one cannot be read, which is said', async () => {
  const { store } = openedStores();
  const emails = ['first@example.com', 'second@example.com', 'third@example.com'];
  for (const email of emails)
    await store.append(`account-${email}`, 'none', [newEvent({ type: 'AccountOpened', data: { email } })]);
  const moved: string[] = [];
  const findByEmail = async (email: string) => {
    if (email === emails[0]) throw new DamagedStream('account-a1', 'It is broken.');
    moved.push(email);
    return { uid: email };
  };
  const watching = { signal: new AbortController().signal, reached: () => {} };
  const moving = moveAccounts({ store, identity: { accounts: { findByEmail } } }, watching);
  await expect(moving).rejects.toThrow('1 failed: DamagedStream: account-a1');
  expect(moved).toEqual(emails.slice(1));
});
