import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/deciding/projected.ts';
import type { BookingEvent } from '../events.ts';
import { bookings } from '../read-models/bookings.ts';
import { bookingPaid, bookingRefunded, toolBooked } from '../testing/examples.ts';
import { receiptOf } from './receipt.ts';

const { price } = toolBooked().data;
const of = (...events: BookingEvent[]) => {
  const order = projected(bookings, toolBooked({ quantity: 1 }), ...events).documents.get('b1');
  if (!order) throw new Error('There is no such order.');
  return receiptOf(order, price.currency);
};
const paid = bookingPaid({ amount: price });
const refunded = (amount: number) => bookingRefunded({ amount: { ...price, amount } });

describe('a receipt', () => {
  it('is of what was paid', () => {
    const { sums, line } = of(paid);
    expect(line).toMatchObject({ pieces: '1', each: line.amount });
    expect(sums).toEqual([
      { label: 'Total', amount: line.amount, isTotal: true },
      { label: 'Paid on January 2, 2026', amount: line.amount },
    ]);
  });

  it('says what went back, and what is left', () => {
    const { sums } = of(paid, refunded(1));
    expect(sums.slice(2)).toEqual([
      { label: 'Refunded on January 2, 2026', amount: '−$0.01' },
      { label: 'Paid after refunds', amount: expect.stringMatching(/^\$/), isTotal: true },
    ]);
    expect(of(paid, refunded(price.amount)).sums.at(-1)).toMatchObject({ amount: '$0.00' });
  });
});
