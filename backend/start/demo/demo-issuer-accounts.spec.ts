import { describe, expect, it } from 'vitest';
import { BeingPrepared } from '../../../modules/kernel/errors.ts';
import { InMemoryRecords } from '../../../modules/kernel/memory/in-memory-records.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { retryForever } from '../../runtime/retries/retry-forever.ts';
import { closeDemoIssuerAccounts, demoIssuerOpens } from './demo-issuer-accounts.ts';

/** A shop with accounts of the demo's issuer, the list of which is there or being made. */
function shop() {
  const records = new InMemoryRecords();
  let open = 0;
  let isListMade = true;
  const demoAccounts = {
    async close() {
      if (!isListMade) throw new BeingPrepared('demo-accounts');
      open = 0;
      return 1n;
    },
  };
  const whenReachable = (what: string, work: () => Promise<void>) =>
    retryForever(work, {
      what,
      log: openLog('silent'),
      signal: new AbortController().signal,
      pace: { first: 1, most: 1 },
    });
  const parts = { records, identity: { demoAccounts }, feed: { whenShown: async () => true }, whenReachable };
  return {
    opens: async (accounts: number) => {
      await demoIssuerOpens(parts);
      open += accounts;
    },
    closes: () => closeDemoIssuerAccounts(parts),
    listIsMade: (is: boolean) => {
      isListMade = is;
    },
    open: () => open,
  };
}

/** Whether something is done, after everything else that could be. */
const isDone = (work: Promise<unknown>) =>
  Promise.race([work.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 50, false))]);

describe('a shop with a real issuer', () => {
  it('has closed what the demo’s opened before it opens, and waits for the list of it', async () => {
    const { opens, closes, listIsMade, open } = shop();
    await opens(2);
    listIsMade(false);
    const closing = closes();
    expect(await isDone(closing)).toBe(false);
    listIsMade(true);
    await closing;
    expect(open()).toBe(0);
  });

  it('waits for no list where it had closed all of them before', async () => {
    const { opens, closes, listIsMade, open } = shop();
    await opens(2);
    await closes();
    listIsMade(false);
    await closes();
    expect(open()).toBe(0);
    listIsMade(true);
  });

  it('waits again once the demo’s issuer was there in between', async () => {
    const { opens, closes, listIsMade, open } = shop();
    await closes();
    await opens(1);
    listIsMade(false);
    const closing = closes();
    expect(await isDone(closing)).toBe(false);
    listIsMade(true);
    await closing;
    expect(open()).toBe(0);
  });
});
