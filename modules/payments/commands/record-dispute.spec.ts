import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../kernel/aggregate.ts';
import type { DisputeChanged, PaymentEvent } from '../events.ts';
import type { ProviderDispute } from '../gateway.ts';
import { leftOf, lossesOf, payment } from '../payment.ts';
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

  it('stays of those once another one that was lost is won after all, and all that is lost is of somebody', () =>
    fc.assert(
      fc.property(histories, (history) => {
        const { after, newest } = recordedOf(history);
        const lost = [...newest.values()].filter(({ disputeId }) => after.disputes.get(disputeId)?.isLost);
        const left = byOrder(leftOf(after, 'pi_1'));
        const losses = byOrder(lossesOf(after));
        const said = byOrder(lost.flatMap(({ orders }) => orders)).map((part, index) =>
          Math.min(part, left[index] ?? 0),
        );
        expect(losses.map((loss, index) => Math.min(loss, said[index] ?? 0))).toEqual(said);
        expect(sum(losses)).toBe(Math.min(sum(lost.map(({ amount }) => amount.amount)), sum(left)));
      }),
    ));
});

describe('a dispute in another currency than its payment’s', () => {
  const euros = (amount: number) => ({ amount, currency: 'eur' });
  const orders = ids.map((bookingId) => share({ bookingId, amount: cents(1000) }));
  const gone = refundChanged({ bookingId: 'b1', amount: cents(1000) });
  const paid: PaymentEvent[] = [paymentOpened({ orders }), intentCreated(), paymentSucceeded({ orders }), gone];
  const about = { intentId: 'pi_1', at: '2026-01-02T03:04:05.000Z' };

  /** How the payment stands once this was said of disputes, one after the other. */
  function told(...reports: (Omit<ProviderDispute, 'intentId' | 'at'> & { disputeId: string })[]) {
    const events = [...paid];
    for (const said of reports) {
      const before = fold(payment, events);
      const known = (before.status !== 'none' && before.disputes.get(said.disputeId)?.changes) || 0;
      events.push(
        ...recordDispute({ type: 'RecordDispute', paymentId: 'p1', report: { ...about, ...said }, known }, before),
      );
    }
    const state = fold(payment, events);
    if (state.status === 'none') throw new Error('There is no payment.');
    return { events, losses: byOrder(lossesOf(state)) };
  }

  it('may be about all that is left, since nobody knows how much it is', () => {
    const { events, losses } = told({ disputeId: 'dp_1', ...euros(100), state: 'lost' });
    expect(events.at(-1)?.data).toMatchObject({
      amount: euros(100),
      orders: [
        { bookingId: 'b2', amount: cents(1000) },
        { bookingId: 'b3', amount: cents(1000) },
      ],
    });
    expect(losses).toEqual([0, 1000, 1000]);
    expect(told({ disputeId: 'dp_1', ...euros(100), state: 'won' }).losses).toEqual([0, 0, 0]);
  });

  it('is added to no other', () => {
    const own = { disputeId: 'dp_2', ...cents(1000), state: 'lost' } as const;
    const { events, losses } = told(own, { disputeId: 'dp_1', ...euros(5_000_000), state: 'open' });
    expect(events.at(-1)?.data).toMatchObject({ orders: [{ bookingId: 'b3', amount: cents(1000) }] });
    expect(losses).toEqual([0, 1000, 0]);
  });
});
