import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/deciding/projected.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { shownIn } from '../../kernel/documents/document-text.ts';
import { byId } from '../../kernel/read-models.ts';
import { erased } from '../../kernel/values/erased.ts';
import { booking } from '../contract.ts';
import {
  bookedForNothing,
  bookingAbandoned,
  bookingDeleted,
  bookingDelivered,
  bookingExpired,
  bookingNoted,
  bookingPacked,
  bookingPaid,
  bookingPersonForgotten,
  bookingRefundBegun,
  bookingRefunded,
  bookingRefundFailed,
  bookingShipped,
  paymentUnmatched,
  refundedElsewhere,
  refundRequested,
  refundRetried,
  refundSettled,
  returnRequested,
  shippingCorrected,
  toolBooked,
} from '../testing/examples.ts';
import { bookings } from './bookings.ts';

const at = '2026-01-02T03:04:05.000Z';
const booked = stored(toolBooked({ quantity: 2, price: { amount: 3998, currency: 'usd' } }), { time: at });
const sort = at;

describe('the orders', () => {
  it('show what was ordered, in the words of the contract', () => {
    const shown = projected(bookings, booked).documents.get('b1');
    expect(shown).toEqual({
      _id: 'b1',
      toolId: 't1',
      toolName: 'Claw Hammer',
      personEmail: 'mina@example.com',
      location: 'Dhaka',
      phone: '+880 1',
      buyerName: 'Mina',
      quantity: 2,
      price: 39.98,
      paid: false,
      status: 'unpaid',
      refunded: 0,
      fulfilment: 'none',
      at,
      uid: 'u1',
      kept: { amount: 0, currency: 'usd' },
    });
    const sent = JSON.parse(shownIn(bookings.textOf(shown)));
    expect(booking.strict().parse(sent)).toEqual(sent);
    expect(sent).not.toHaveProperty('uid');
  });

  it('show that they are paid, and refunded', () => {
    const paid = projected(bookings, booked, stored(bookingPaid(), { position: 2n })).documents.get('b1');
    expect(paid).toMatchObject({ paid: true, status: 'paid' });
    const refunded = projected(bookings, toolBooked(), bookingPaid(), bookingRefunded()).documents.get('b1');
    expect(refunded).toMatchObject({ paid: true, status: 'refunded', refunded: 19.99, refundedAt: expect.any(String) });
    const sentBack = bookingRefundFailed({ wasRefunded: true });
    const kept = projected(bookings, toolBooked(), bookingPaid(), bookingRefunded(), sentBack).documents.get('b1');
    expect(kept).not.toHaveProperty('refundedAt');
  });

  it('show how much went back, exactly, and are refunded only when all of it did', () => {
    const cents = (amount: number, refundId: string) =>
      bookingRefunded({ refundId, amount: { amount, currency: 'usd' } });
    const shown = (...events: Parameters<typeof projected>[1][]) =>
      projected(bookings, toolBooked(), bookingPaid(), ...events).documents.get('b1');
    expect(shown(cents(10, 'r1'), cents(20, 'r2'))).toMatchObject({ refunded: 0.3, status: 'paid', paid: true });
    const all = [cents(10, 'r1'), cents(1989, 'r2')];
    expect(shown(...all)).toMatchObject({ refunded: 19.99, status: 'refunded' });
    const sentBack = bookingRefundFailed({ amount: { amount: 10, currency: 'usd' }, wasRefunded: true });
    expect(shown(...all, sentBack)).toMatchObject({ refunded: 19.89, status: 'paid' });
    expect(shown(bookingRefundFailed())).toMatchObject({ refunded: 0, status: 'paid' });
    expect(shown(bookingRefunded({ unmatched: true }))).toMatchObject({ refunded: 0, status: 'paid' });
  });

  it('show how far they are on their way, when each step was, and what holds of their parcel', () => {
    const [packed, shipped, delivered] = ['2026-01-03', '2026-01-04', '2026-01-05'].map((day) => ({
      time: `${day}T03:04:05.000Z`,
    }));
    const past = [
      booked,
      stored(bookingPaid(), { time: at, position: 2n }),
      stored(bookingPacked(), { ...packed, position: 3n }),
      stored(bookingShipped(), { ...shipped, position: 4n }),
    ];
    const shown = (...events: Parameters<typeof projected>[1][]) => projected(bookings, ...events).documents.get('b1');
    expect(shown(...past.slice(0, 3))).toMatchObject({ fulfilment: 'packed', paidAt: at, packedAt: packed?.time });
    const left = { shippedAt: shipped?.time, carrier: 'Sundarban Courier' };
    expect(shown(...past)).toMatchObject({ fulfilment: 'shipped', trackingNumber: 'SB 123', ...left });
    const corrected = stored(shippingCorrected(), { ...delivered, position: 5n });
    expect(shown(...past, corrected)).toMatchObject({ fulfilment: 'shipped', trackingNumber: 'SB 124', ...left });
    const arrived = shown(...past, stored(bookingDelivered(), { ...delivered, position: 6n }));
    expect(arrived).toMatchObject({ fulfilment: 'delivered', deliveredAt: delivered?.time, ...left });
    expect(booking.strict().parse(JSON.parse(shownIn(bookings.textOf(arrived))))).toBeDefined();
  });

  it('show nothing of a parcel, nor of what was noted, once the person is forgotten', () => {
    const past = [toolBooked(), bookingPaid(), bookingShipped(), bookingNoted()];
    const shown = projected(bookings, ...past, bookingPersonForgotten()).documents.get('b1');
    expect(shown).toMatchObject({ fulfilment: 'shipped', carrier: erased, trackingNumber: erased });
    expect(JSON.stringify(projected(bookings, ...past).documents.get('b1'))).not.toContain('Rings');
    const unshipped = projected(bookings, toolBooked(), bookingPaid(), bookingPersonForgotten()).documents.get('b1');
    expect(unshipped).not.toHaveProperty('carrier');
  });

  it('show why an admin gave money back, the latest reason, until the person is forgotten', () => {
    const asked = [
      toolBooked(),
      bookingPaid(),
      refundRequested(),
      refundRequested({ refundId: 'r2', reason: 'Bent.' }),
    ];
    const shown = (...events: Parameters<typeof projected>[1][]) =>
      projected(bookings, ...events).documents.get('b1')?.refundReason;
    expect(shown(...asked)).toBe('Bent.');
    expect(shown(...asked, returnRequested())).toBe('Bent.');
    expect(shown(...asked, bookingPersonForgotten())).toBe(erased);
    expect(shown(toolBooked(), bookingPersonForgotten())).toBeUndefined();
  });

  it('show why what went back did so, and not why something else was to', () => {
    const [one, two] = [refundRequested(), refundRequested({ refundId: 'r2', reason: 'Bent.' })];
    const shown = (...events: Parameters<typeof projected>[1][]) =>
      projected(bookings, toolBooked(), bookingPaid(), ...events).documents.get('b1')?.refundReason;
    const why = one.data.reason;
    expect(shown(one, bookingRefunded(), two)).toBe(why);
    expect(shown(one, bookingRefunded(), two, bookingRefundFailed({ refundId: 'r2' }))).toBe(why);
    expect(shown(one, two, bookingRefundFailed({ refundId: 'r2' }))).toBe(why);
    expect(shown(one, bookingRefunded(), two, bookingRefunded({ refundId: 'r2' }))).toBe('Bent.');
    expect(shown(one, bookingRefunded(), two, bookingRefundFailed({ wasRefunded: true }))).toBe('Bent.');
    expect(shown(one, bookingRefundFailed())).toBe(why);
    expect(shown(one, bookingRefundFailed(), refundSettled(), refundedElsewhere(), two)).toBe(why);
  });

  it('show no reason of what the provider’s own dashboard gave back, also when it is tried again', () => {
    const begun = bookingRefundBegun({ refundId: 're_1:b1' });
    const again = refundRetried({ refundId: 're_1:b1', reason: '' });
    const past = [toolBooked(), bookingPaid(), begun, bookingRefundFailed({ refundId: 're_1:b1' }), again];
    expect(projected(bookings, ...past).documents.get('b1')).not.toHaveProperty('refundReason');
    const [asked, went] = [refundRequested(), bookingRefunded({ refundId: 're_1:b1' })];
    expect(projected(bookings, ...past, asked, went).documents.get('b1')?.refundReason).toBe(asked.data.reason);
  });

  it('show how many pieces went back to the shelf, whatever becomes of the money', () => {
    const [one, two] = [refundRequested({ restock: 1 }), refundRequested({ refundId: 'r2', restock: 2 })];
    const shown = (...events: Parameters<typeof projected>[1][]) =>
      projected(bookings, toolBooked({ quantity: 3 }), bookingPaid(), ...events).documents.get('b1');
    expect(shown(one, bookingRefundFailed(), refundRetried(), two)).toMatchObject({ restocked: 3 });
    expect(booking.parse(shown(one))).toMatchObject({ restocked: 1 });
    for (const none of [refundRequested(), returnRequested(), bookingRefunded()]) {
      expect(shown(none)).not.toHaveProperty('restocked');
    }
  });

  it('show that one is large, and list it while it is unpaid', () => {
    const large = stored(toolBooked({ large: true }), { time: at });
    expect(booking.parse(projected(bookings, large).documents.get('b1'))).toMatchObject({ large: true });
    expect(projected(bookings, large).entriesOf('b1')).toContainEqual({ index: 'largeUnpaid', key: '', sort });
    const paid = projected(bookings, large, stored(bookingPaid(), { position: 2n })).entriesOf('b1');
    expect(paid.map(({ index }) => index)).not.toContain('largeUnpaid');
  });

  it('are listed as uncharged while they are unpaid, and when they cost nothing until they are sent', () => {
    const indexesOf = (...events: Parameters<typeof projected>[1][]) =>
      projected(bookings, ...events)
        .entriesOf('b1')
        .map(({ index }) => index);
    expect(indexesOf(toolBooked())).toContain('unchargedOf');
    expect(indexesOf(toolBooked(), bookingPaid())).not.toContain('unchargedOf');
    expect(indexesOf(...bookedForNothing())).toContain('unchargedOf');
    expect(indexesOf(...bookedForNothing(), bookingPacked())).toContain('unchargedOf');
    expect(indexesOf(...bookedForNothing(), bookingShipped())).not.toContain('unchargedOf');
    expect(indexesOf(...bookedForNothing(), bookingShipped(), bookingDelivered())).not.toContain('unchargedOf');
    expect(indexesOf(...bookedForNothing())).not.toContain('unpaidAt');
  });

  it('show nothing of those that are gone, or never came', () => {
    expect(projected(bookings, toolBooked(), bookingDeleted()).documents.size).toBe(0);
    expect(projected(bookings, toolBooked(), bookingExpired()).documents.size).toBe(0);
    expect(projected(bookings, bookingAbandoned(), paymentUnmatched()).documents.size).toBe(0);
  });

  it('are listed by person, by tool and by how they stand, each by time, and by number', () => {
    expect(projected(bookings, booked).entriesOf('b1')).toEqual([
      { index: 'all', key: '', sort },
      { index: 'uid', key: 'u1', sort },
      { index: 'status', key: 'unpaid', sort },
      { index: 'tool', key: 't1', sort },
      { index: byId, key: 'b1', sort: '' },
      { index: 'unchargedOf', key: 'u1', sort },
    ]);
    expect(projected(bookings, booked, stored(bookingPaid(), { position: 2n })).entriesOf('b1')).toEqual([
      { index: 'all', key: '', sort },
      { index: 'uid', key: 'u1', sort },
      { index: 'status', key: 'paid', sort },
      { index: 'tool', key: 't1', sort },
      { index: byId, key: 'b1', sort: '' },
    ]);
    const sent = [booked, stored(bookingPaid(), { position: 2n }), stored(bookingShipped(), { position: 3n })];
    expect(projected(bookings, ...sent).entriesOf('b1')).toContainEqual({ index: 'status', key: 'paid shipped', sort });
    const back = stored(bookingRefunded({ amount: { amount: 3998, currency: 'usd' } }), { position: 4n });
    expect(projected(bookings, ...sent, back).entriesOf('b1')).toContainEqual({
      index: 'status',
      key: 'refunded shipped',
      sort,
    });
  });
});
