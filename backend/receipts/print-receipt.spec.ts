import type { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { receiptPrinter } from './print-receipt.ts';

const line = { item: 'A hammer', pieces: '1', each: '$19.99', amount: '$19.99' };
const receipt = { number: '1', facts: [], line, sums: [], note: '' };
const stays = new AbortController().signal;

/** The threads that are begun in this test, each with whether it has ended. */
function threadsBegun() {
  const threads: { ended: boolean }[] = [];
  const begun = (worker: Worker) => {
    const thread = { ended: false };
    threads.push(thread);
    worker.once('exit', () => {
      thread.ended = true;
    });
  };
  process.on('worker', begun);
  onTestFinished(() => void process.off('worker', begun));
  return threads;
}

it('who waits too long for their turn is told so, before the connection is closed for its silence', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const givenUp = [first.signal, second.signal];
  const print = receiptPrinter(() => givenUp.shift() ?? new AbortController().signal);
  const made = print(receipt, 'somebody', stays);
  const waiting = print(receipt, 'somebody', stays);
  second.abort();
  await expect(waiting).rejects.toEqual(new Unavailable('The receipt could not be made.'));
  expect((await made).byteLength).toBeGreaterThan(1_000);
});

describe('the threads that make receipts', () => {
  it('make those that wait one after the other, each as if it were the first, and end when none comes', async () => {
    const threads = threadsBegun();
    const print = receiptPrinter();
    const [first, ...others] = await Promise.all(
      ['somebody', 'somebody', 'somebody', 'another'].map((by) => print(receipt, by, stays)),
    );
    for (const other of others) expect(other).toEqual(first);
    expect(threads).toHaveLength(2);
    await expect.poll(() => threads).toEqual([{ ended: true }, { ended: true }]);
    expect(await print(receipt, 'somebody', stays)).toEqual(first);
  });

  it('end at once with a receipt that nobody waits for any more, and the next one is made by another', async () => {
    const threads = threadsBegun();
    const [print, hungUp] = [receiptPrinter(), new AbortController()];
    const made = print(receipt, 'somebody', hungUp.signal);
    const next = print(receipt, 'somebody', stays);
    hungUp.abort();
    await expect(made).rejects.toBe(hungUp.signal.reason);
    expect((await next).byteLength).toBeGreaterThan(1_000);
    await expect.poll(() => threads).toEqual([{ ended: true }, { ended: true }]);
  });

  it('that fail are replaced', async () => {
    const threads = threadsBegun();
    const print = receiptPrinter();
    const broken = { ...receipt, facts: null } as unknown as typeof receipt;
    await expect(print(broken, 'somebody', stays)).rejects.toEqual(new Unavailable('The receipt could not be made.'));
    expect((await print(receipt, 'somebody', stays)).byteLength).toBeGreaterThan(1_000);
    await expect.poll(() => threads).toEqual([{ ended: true }, { ended: true }]);
  });
});
