import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../kernel/aggregate.ts';
import { Refusal } from '../../kernel/errors.ts';
import { type Booking, booking } from '../booking.ts';
import { payBooking } from '../commands/pay-booking.ts';
import type { BookingEvent } from '../events.ts';
import { bookingId, cents, outcome, paid, request, retry, settle } from '../testing/refunding.ts';

const ids = ['r1', 'r2', 'r3'];
const messages: Record<string, (state: Booking) => BookingEvent[]> = {
  payAgain: (state) => {
    const share = { bookingId, uid: 'u1', amount: cents(1999) };
    const arrived = { paymentId: 'p2', intentId: 'pi_2', fits: true };
    return payBooking({ type: 'PayBooking', share, ...arrived, refundId: 'return' }, state);
  },
  returned: outcome('return', 'succeeded', 1999, 'p2'),
  notReturned: outcome('return', 'failed', 1999, 'p2'),
  returnAgain: retry('return'),
  returnedElsewhere: settle('return', 'elsewhere'),
  notOwed: settle('return', 'not owed'),
};
for (const [nth, id] of ids.entries()) {
  for (const restock of [0, 2])
    messages[`request ${id}, ${restock}`] = request({ refundId: id, amount: cents(500 * (nth + 1)), restock });
  messages[`retry ${id}`] = retry(id);
  messages[`elsewhere ${id}`] = settle(id, 'elsewhere');
  messages[`not owed ${id}`] = settle(id, 'not owed');
  for (const became of ['pending', 'succeeded', 'failed'] as const) {
    messages[`${became} ${id}`] = (state) => {
      const known = state.status !== 'none' && state.refunds.has(id);
      return known ? outcome(id, became, 500 * (nth + 1))(state) : [];
    };
  }
}

describe('the money of an order', () => {
  it('adds up, whatever is asked and whatever the provider says, in whatever order', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.keys(messages)), { maxLength: 40 }), (names) => {
        const events: BookingEvent[] = [...paid];
        const owed = new Map<string, number>();
        const back = new Map<string, number>();
        const elsewhere = new Map<string, number>();
        let pieces = 0;
        for (const name of names) {
          const decided = attempted(() => messages[name]?.(fold(booking, events)) ?? []);
          for (const { type, data } of decided) {
            if (type === 'RefundRequested') {
              owed.set(data.refundId, data.unmatched ? 0 : data.amount.amount);
              pieces += data.restock;
            }
            if (type === 'BookingRefunded') {
              expect((data.elsewhere ? elsewhere : back).has(data.refundId)).toBe(false);
              (data.elsewhere ? elsewhere : back).set(data.refundId, data.unmatched ? 0 : data.amount.amount);
            }
            if (type === 'BookingRefundFailed') {
              expect(data.wasRefunded).toBe(back.has(data.refundId));
              owed.delete(data.refundId);
              back.delete(data.refundId);
            }
          }
          events.push(...decided);
          const state = fold(booking, events);
          const sum = (of: ReadonlyMap<string, number>) => [...of.values()].reduce((total, each) => total + each, 0);
          // A refund that failed for the provider's first word may succeed for its last one; asked is asked for.
          const given = sum(back) + sum(elsewhere);
          if (!names.some((each) => each.startsWith('succeeded'))) {
            expect(sum(owed) + sum(elsewhere)).toBeLessThanOrEqual(1999);
          }
          expect(pieces).toBeLessThanOrEqual(3);
          expect(state.status).toBe(given >= 1999 ? 'refunded' : 'paid');
          for (const { data } of decided) if ('kept' in data) expect(data.kept).toEqual(cents(1999 - given));
        }
      }),
      { numRuns: 2_000 },
    ));
});

function attempted(decide: () => BookingEvent[]): BookingEvent[] {
  try {
    return decide();
  } catch (reason) {
    expect(reason).toBeInstanceOf(Refusal);
    return [];
  }
}
