import { describe, expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../../backend/testing/stored.ts';
import type {
  BookingPaid,
  BookingRefunded,
  BookingRefundFailed,
  PaymentUnmatched,
  RefundSettled,
  SettledHow,
} from '../../booking/money/contract.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { disputeChanged, paymentSucceeded, refundChanged, refundSentBack, share } from '../testing/examples.ts';
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
const settled = (how: SettledHow): RefundSettled => {
  const { kept: _, ...data } = refund;
  return { type: 'RefundSettled', data: { ...data, how, note: 'By a transfer.', by: 'a1' } };
};
const elsewhere: BookingRefunded = { type: 'BookingRefunded', data: { ...refund, elsewhere: true } };
type Steps = readonly (readonly [readonly DomainEvent[], Partial<Books>])[];

/** The books are as is said after each of the steps, and balanced. */
async function expectAfterEach(steps: Steps) {
  const readModels = new InMemoryReadModels();
  let position = 0n;
  for (const [events, expected] of steps) {
    for (const event of events) readModels.follow([books], [stored(event, { position: ++position })]);
    const now = (await viewOf(readModels, books).get('usd')) as Books;
    expect(now).toMatchObject(expected);
    expect(isBalanced(now)).toBe(true);
  }
}

it('money that fitted no order is owed again when a bank sends back what had gone back', () =>
  expectAfterEach([
    [[paymentSucceeded(), unmatched], { taken: 1999, paid: 0, owed: 1999, givenBack: 0 }],
    [[refundChanged(), refunded], { taken: 1999, paid: 0, owed: 0, givenBack: 1999 }],
    [[refundSentBack(), failed], { taken: 1999, paid: 0, owed: 1999, givenBack: 0 }],
  ]));

it('money that fitted no order and was given back in another way is owed no more, and the provider has it still', () =>
  expectAfterEach([
    [[paymentSucceeded(), unmatched], { owed: 1999 }],
    [[settled('elsewhere'), elsewhere], { taken: 1999, paid: 0, owed: 0, givenBack: 0, givenElsewhere: 1999 }],
  ]));

it('money that fitted no order and is not owed is the shop’s', () =>
  expectAfterEach([
    [[paymentSucceeded(), unmatched], { owed: 1999 }],
    [[settled('not owed')], { taken: 1999, paid: 1999, owed: 0, givenBack: 0, givenElsewhere: 0 }],
  ]));

it('money of an order is kept less what was given back of it in another way, and as it was where that is not owed', () => {
  const paid: BookingPaid = { type: 'BookingPaid', data: { ...about, toolId: 't1' } };
  const of = <Event extends DomainEvent<string, { unmatched?: true }>>({
    type,
    data: { unmatched: _, ...data },
  }: Event) => ({ type, data }) as DomainEvent;
  return expectAfterEach([
    [[paymentSucceeded(), paid], { paid: 1999, owed: 0 }],
    [[of(settled('not owed'))], { paid: 1999, owed: 0, givenElsewhere: 0 }],
    [[of(settled('elsewhere')), of(elsewhere)], { taken: 1999, paid: 0, owed: 0, givenElsewhere: 1999 }],
  ]);
});

describe('money that a lost dispute has taken', () => {
  const paid: BookingPaid = { type: 'BookingPaid', data: { ...about, toolId: 't1' } };
  const usd = (of: number) => ({ amount: of, currency: 'usd' });
  const open = disputeChanged({ state: 'open', before: 'none', amountBefore: usd(0), amount: usd(1999) });
  const stands = (state: 'open' | 'won' | 'lost', before: 'open' | 'lost', amount = 1999, was = 1999) =>
    disputeChanged({ state, before, amountBefore: usd(was), amount: usd(amount) });
  const lostThenAppealed: Steps = [
    [[paymentSucceeded(), paid, open], { paid: 1999, lost: 0 }],
    [[stands('lost', 'open')], { paid: 0, lost: 1999 }],
    [[stands('open', 'lost')], { paid: 0, lost: 1999 }],
  ];

  it('is lost also while an appeal is open, and back once that is won', () =>
    expectAfterEach([...lostThenAppealed, [[stands('won', 'open')], { paid: 1999, lost: 0 }]]));

  it('is lost once where the appeal is lost, too, and after another one', () =>
    expectAfterEach([
      ...lostThenAppealed,
      [[stands('lost', 'open')], { paid: 0, lost: 1999 }],
      [[stands('open', 'lost')], { paid: 0, lost: 1999 }],
      [[stands('won', 'open')], { paid: 1999, lost: 0 }],
    ]));

  it('is as much as the appeal is about', () =>
    expectAfterEach([
      ...lostThenAppealed,
      [[stands('open', 'open', 1500)], { paid: 499, lost: 1500 }],
      [[stands('lost', 'open', 1200, 1500)], { paid: 799, lost: 1200 }],
    ]));

  it('is apart from what another dispute is about', () => {
    const other = { disputeId: 'another', amount: usd(300) };
    return expectAfterEach([
      ...lostThenAppealed,
      [[disputeChanged({ ...other, state: 'open', before: 'none', amountBefore: usd(0) })], { lost: 1999 }],
      [[disputeChanged({ ...other, state: 'won', before: 'open', amountBefore: usd(300) })], { lost: 1999 }],
      [[stands('won', 'open')], { paid: 1999, lost: 0 }],
    ]);
  });
});
