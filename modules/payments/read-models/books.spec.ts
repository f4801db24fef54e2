import { expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../../backend/testing/stored.ts';
import type { BookingRefunded, BookingRefundFailed, PaymentUnmatched } from '../../booking/money/contract.ts';
import { viewOf } from '../../kernel/view.ts';
import { paymentSucceeded, refundChanged, refundSentBack, share } from '../testing/examples.ts';
import { type Books, books, isBalanced } from './books.ts';

/** What the order says of money that did not fit it. */
const about = { ...share(), paymentId: 'p1' };
const refund = {
  ...about,
  refundId: 'r1',
  toolId: 't1',
  unmatched: true,
  kept: { amount: 0, currency: 'usd' },
} as const;
const unmatched: PaymentUnmatched = { type: 'PaymentUnmatched', data: { ...about, because: 'gone' } };
const refunded: BookingRefunded = { type: 'BookingRefunded', data: refund };
const failed: BookingRefundFailed = { type: 'BookingRefundFailed', data: { ...refund, wasRefunded: true } };

it('money that fitted no order is owed again when a bank sends back what had gone back', async () => {
  const readModels = new InMemoryReadModels();
  const steps = [
    [[paymentSucceeded(), unmatched], { taken: 1999, paid: 0, owed: 1999, givenBack: 0 }],
    [[refundChanged(), refunded], { taken: 1999, paid: 0, owed: 0, givenBack: 1999 }],
    [[refundSentBack(), failed], { taken: 1999, paid: 0, owed: 1999, givenBack: 0 }],
  ] as const;
  let position = 0n;
  for (const [events, expected] of steps) {
    for (const event of events) readModels.follow([books], [stored(event, { position: ++position })]);
    const now = (await viewOf(readModels, books).get('usd')) as Books;
    expect(now).toMatchObject(expected);
    expect(isBalanced(now)).toBe(true);
  }
});
