import { describe, expect, it } from 'vitest';
import type { Bulkhead } from '../../../modules/kernel/concurrency/bulkhead.ts';
import { BeingPrepared, DamagedStream } from '../../../modules/kernel/errors.ts';
import { InMemoryRecords } from '../../../modules/kernel/memory/in-memory-records.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { retryForever } from '../../runtime/retries/retry-forever.ts';
import { closeDemoIssuerAccounts, demoIssuerOpens } from './demo-issuer-accounts.ts';

/** A shop with accounts of the demo's issuer, the list of which is there or being made. */
function shop() {
  const records = new InMemoryRecords();
  let open = 0;
  let isListMade = true;
  let damaged = false;
  const [shown, said]: [bigint[], string[]] = [[], []];
  const log = openLog('error', { write: (line: string) => void said.push(line) });
  const demoAccounts = {
    async close(bulkhead: Bulkhead) {
      if (!isListMade) throw new BeingPrepared('demo-accounts');
      open = damaged ? 1 : 0;
      if (damaged) await bulkhead.hold(Promise.reject(new DamagedStream('account-a1', 'It is broken.')));
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
  const feed = { whenShown: async (position: bigint) => shown.push(position) > 0 };
  const parts = { records, identity: { demoAccounts }, feed, whenReachable, log };
  return {
    opens: async (accounts: number) => {
      await demoIssuerOpens(parts);
      open += accounts;
    },
    closes: () => closeDemoIssuerAccounts(parts),
    listIsMade: (is: boolean) => {
      isListMade = is;
    },
    isDamaged: (is: boolean) => {
      damaged = is;
    },
    shown,
    said,
    open: () => open,
  };
}

/** Whether something is done, after everything else that could be. */
const isDone = (work: Promise<unknown>) =>
  Promise.race([work.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 50, false))]);

/** That it waits until the list is made, and has closed all of them then. */
async function closesOnceListed({ closes, listIsMade, open }: ReturnType<typeof shop>): Promise<void> {
  listIsMade(false);
  const closing = closes();
  expect(await isDone(closing)).toBe(false);
  listIsMade(true);
  await closing;
  expect(open()).toBe(0);
}

describe('a shop with a real issuer', () => {
  it('has closed what the demo’s opened before it opens, and waits for the list of it', async () => {
    const one = shop();
    await one.opens(2);
    await closesOnceListed(one);
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
    const one = shop();
    await one.closes();
    await one.opens(1);
    await closesOnceListed(one);
  });

  it('opens though one of them cannot be read, once it shows that the others are closed, and closes it at a start that can', async () => {
    const one = shop();
    const { opens, closes, isDamaged, shown, said, open } = one;
    await opens(3);
    isDamaged(true);
    await closes();
    expect(open()).toBe(1);
    expect(shown).toEqual([1n]);
    expect(said.join()).toContain('account-a1 cannot be read');
    isDamaged(false);
    await closesOnceListed(one);
  });
});
