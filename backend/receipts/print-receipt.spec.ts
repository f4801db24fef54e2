import { expect, it } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { receiptPrinter } from './print-receipt.ts';

const line = { item: 'A hammer', pieces: '1', each: '$19.99', amount: '$19.99' };
const receipt = { number: '1', facts: [], line, sums: [] };

it('who waits too long for their turn is told so, before the connection is closed for its silence', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const givenUp = [first.signal, second.signal];
  const print = receiptPrinter(() => givenUp.shift() ?? new AbortController().signal);
  const stays = new AbortController().signal;
  const made = print(receipt, 'somebody', stays);
  const waiting = print(receipt, 'somebody', stays);
  second.abort();
  await expect(waiting).rejects.toEqual(new Unavailable('The receipt could not be made.'));
  expect((await made).byteLength).toBeGreaterThan(1_000);
});
