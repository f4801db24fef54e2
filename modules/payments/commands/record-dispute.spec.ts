import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../kernel/aggregate.ts';
import type { DisputeChanged, PaymentEvent } from '../events.ts';
import type { ProviderDispute } from '../gateway.ts';
import { lossesOf, payment } from '../payment.ts';
import { intentCreated, paymentOpened, paymentSucceeded, refundChanged, share } from '../testing/examples.ts';
import { recordDispute } from './record-dispute.ts';

const cents = (amount: number) => ({ amount, currency: 'usd' });
const ids = ['b1', 'b2', 'b3'];

/** A payment of three orders of which some money has gone back, and changes of its disputes, of each the newest last. */
const histories = fc.record({
  prices: fc.tuple(...ids.map(() => fc.integer({ min: 1, max: 20 }))),
  back: fc.tuple(...ids.map(() => fc.integer({ min: 0, max: 20 }))),
  amounts: fc.tuple(...ids.map(() => fc.integer({ min: 1, max: 30 }))),
  changes: fc.array(
    fc.record({ which: fc.integer({ min: 0, max: 2 }), state: fc.constantFrom('open', 'won', 'lost', 'appeal') }),
    { maxLength: 8 },
  ),
});
type History = typeof histories extends fc.Arbitrary<infer One> ? One : never;

/** What is recorded of it. */
function recordedOf({ prices, back, amounts, changes }: History) {
  const orders = ids.map((bookingId, index) => share({ bookingId, amount: cents(prices[index] ?? 0) }));
  const events: PaymentEvent[] = [paymentOpened({ orders }), intentCreated(), paymentSucceeded({ orders })];
  for (const [index, bookingId] of ids.entries()) {
    const amount = cents(Math.min(prices[index] ?? 0, back[index] ?? 0));
    const refundId = `r${index}`;
    const refund = refundChanged({ refundId, providerRefundId: `re_${index}`, bookingId, amount, before: 'none' });
    if (amount.amount > 0) events.push(refund);
  }
  for (const { which, state } of changes) {
    const before = fold(payment, events);
    const disputeId = `dp_${which}`;
    const known = (before.status !== 'none' && before.disputes.get(disputeId)?.changes) || 0;
    const stands = state === 'appeal' ? ({ state: 'open', isAppeal: true } as const) : { state };
    const about = { disputeId, intentId: 'pi_1', ...cents(amounts[which] ?? 0), at: '2026-01-02T03:04:05.000Z' };
    const report: ProviderDispute = { ...about, ...stands };
    events.push(...recordDispute({ type: 'RecordDispute', paymentId: 'p1', report, known }, before));
  }
  const after = fold(payment, events);
  if (after.status === 'none') throw new Error('There is no payment.');
  const newest = new Map<string, DisputeChanged['data']>();
  for (const { type, data } of events) if (type === 'DisputeChanged') newest.set(data.disputeId, data);
  return { after, events, newest, orders };
}

/** How much each order has of it. */
const byOrder = (shares: readonly { bookingId: string; amount: { amount: number } }[]) =>
  ids.map((id) => shares.reduce((sum, { bookingId, amount }) => sum + (bookingId === id ? amount.amount : 0), 0));

const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);

describe('whose money a dispute is about', () => {
  it('is said of all of it, and of no order more than it has paid while others have', () =>
    fc.assert(
      fc.property(histories, (history) => {
        const { events, orders } = recordedOf(history);
        const paid = byOrder(orders);
        const total = sum(paid);
        for (const { type, data } of events) {
          if (type !== 'DisputeChanged') continue;
          expect(data.orders.every(({ amount }) => amount.amount > 0)).toBe(true);
          const parts = byOrder(data.orders);
          expect(sum(parts)).toBe(data.amount.amount);
          if (data.amount.amount <= total) expect(parts.every((part, index) => part <= (paid[index] ?? 0))).toBe(true);
        }
      }),
    ));

  it('is of those whose money is lost, whichever is decided first, until one that was lost is won after all', () =>
    fc.assert(
      fc.property(histories, (history) => {
        const { after, newest } = recordedOf(history);
        fc.pre([...after.disputes.values()].every(({ isLost, wasLost }) => isLost || !wasLost));
        const losses = byOrder(lossesOf(after));
        const lost = [...newest.values()].filter(({ disputeId }) => after.disputes.get(disputeId)?.isLost);
        const said = byOrder(lost.flatMap(({ orders }) => orders));
        const isMore = sum(lost.map(({ amount }) => amount.amount)) > sum(losses);
        // What they are about beyond what was left had gone back before, or is of another dispute, too.
        expect(isMore ? said.map((part, index) => Math.min(part, losses[index] ?? 0)) : said).toEqual(losses);
      }),
    ));
});
