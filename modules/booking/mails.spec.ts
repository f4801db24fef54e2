import { describe, expect, it } from 'vitest';
import { stored } from '../../backend/testing/stored.ts';
import { fold } from '../kernel/aggregate.ts';
import { booking } from './booking.ts';
import type { BookingEvent } from './events.ts';
import { bookingMails } from './mails.ts';
import * as examples from './testing/examples.ts';

/** What is written because of an event of an order, once all of these have happened. */
async function writtenOf(event: BookingEvent, events: readonly BookingEvent[]) {
  const state = fold(booking, events);
  const load = async () => state;
  return bookingMails({ load: load as never }).becauseOf(stored(event));
}

/** What is written because of the last of some events of one order. */
async function writtenAfter(...events: readonly BookingEvent[]) {
  const last = events.at(-1);
  return last ? writtenOf(last, events) : [];
}

const factsOf = ([mail]: Awaited<ReturnType<typeof writtenAfter>>) => Object.fromEntries(mail?.facts ?? []);
const yen = { amount: 5000, currency: 'jpy' };

describe('who has ordered', () => {
  it('gets a receipt that says what, how many and for how much, in the shop’s currency', async () => {
    const [booked, paid] = [examples.toolBooked({ quantity: 3, price: yen }), examples.bookingPaid({ amount: yen })];
    const written = await writtenAfter(booked, paid);
    expect(written).toMatchObject([
      {
        to: { uid: 'u1' },
        kind: 'receipt',
        subject: 'Your receipt: 3 x Claw Hammer',
        action: { path: '/dashboard/myorders' },
      },
    ]);
    expect(factsOf(written)).toEqual({ Order: 'B1', Tool: 'Claw Hammer', Pieces: '3', Paid: '¥5,000' });
  });

  describe('several tools and paid them together', () => {
    const together = (...events: readonly (readonly BookingEvent[])[]) => {
      const states = events.map((one) => fold(booking, one));
      const load = async (_: unknown, id: string) => states[id === 'b1' ? 0 : 1];
      return bookingMails({ load: load as never });
    };
    const other = [examples.toolBooked({ bookingId: 'b2', toolName: 'Saw' }), examples.otherPaidTogether()];
    const last = [examples.toolBooked({ quantity: 2 }), examples.lastPaidTogether()];

    it('gets one receipt of all of them, because of the last that was paid', async () => {
      const letters = together(last, other);
      expect(await letters.becauseOf(stored(examples.otherPaidTogether()))).toEqual([]);
      const written = await letters.becauseOf(stored(examples.lastPaidTogether()));
      expect(written).toMatchObject([{ kind: 'receipt', subject: 'Your receipt: 2 orders, $39.98' }]);
      expect(written[0]?.facts).toEqual([
        ['Order B2', '1 x Saw, $19.99'],
        ['Order B1', '2 x Claw Hammer, $19.99'],
        ['Paid', '$39.98'],
      ]);
    });

    it('gets one of those that were paid where the last was not', async () => {
      const gone = [examples.toolBooked(), examples.bookingDeleted(), examples.lastUnmatched()];
      const written = await together(gone, other).becauseOf(stored(examples.lastUnmatched()));
      expect(written).toMatchObject([{ subject: 'Your receipt: 1 x Saw' }]);
    });

    it('gets none twice of what an earlier release has told of by itself', async () => {
      const before = [examples.toolBooked({ bookingId: 'b2' }), examples.bookingPaid({ bookingId: 'b2' })];
      const letters = together(last, before);
      expect(await letters.becauseOf(stored(examples.bookingPaid({ bookingId: 'b2' })))).toHaveLength(1);
      const written = await letters.becauseOf(stored(examples.lastPaidTogether()));
      expect(written).toMatchObject([{ subject: 'Your receipt: 2 x Claw Hammer' }]);
      expect(await letters.becauseOf(stored(examples.paymentUnmatched()))).toEqual([]);
    });
  });

  it('reads how much went back, and why', async () => {
    const before = [examples.toolBooked(), examples.bookingPaid(), examples.refundRequested()];
    const written = await writtenAfter(...before, examples.bookingRefunded());
    expect(written).toMatchObject([{ kind: 'refund', subject: 'We sent $19.99 back to you' }]);
    expect(factsOf(written)).toMatchObject({ 'Sent back': '$19.99', Why: 'It is bent.' });
    const forgotten = [...before, examples.bookingPersonForgotten()];
    expect(factsOf(await writtenAfter(...forgotten, examples.bookingRefunded()))).not.toHaveProperty('Why');
  });

  it('hears that money came back in another way, where it did', async () => {
    const failed = [examples.toolBooked(), examples.bookingPaid(), examples.refundRequested()];
    const settled = [...failed, examples.bookingRefundFailed(), examples.refundSettled()];
    const written = await writtenAfter(...settled, examples.refundedElsewhere());
    expect(written).toMatchObject([{ kind: 'refund', subject: 'We sent $19.99 back to you' }]);
    expect(written[0]?.paragraphs).toEqual([expect.stringMatching(/in another way/)]);
    expect(await writtenAfter(...failed, examples.bookingRefundFailed(), examples.unmatchedNotOwed())).toEqual([]);
  });

  it('reads that money went back which fitted no order', async () => {
    const written = await writtenAfter(examples.toolBooked(), examples.bookingDeleted(), examples.unmatchedRefunded());
    expect(factsOf(written)).toMatchObject({ Why: 'It came for an order that did not take it.' });
  });

  it('reads with whom their order comes, and under which number, also when that was wrong before', async () => {
    const shipped = [examples.toolBooked({ quantity: 3 }), examples.bookingPaid(), examples.bookingShipped()];
    const written = await writtenAfter(...shipped);
    expect(written).toMatchObject([{ kind: 'shipped', subject: 'Your order of Claw Hammer is on its way' }]);
    expect(factsOf(written)).toEqual({
      Order: 'B1',
      Tool: 'Claw Hammer',
      Pieces: '3',
      Carrier: 'Sundarban Courier',
      'Tracking number': 'SB 123',
    });
    const corrected = await writtenAfter(...shipped, examples.shippingCorrected());
    expect(corrected).toMatchObject([{ subject: 'How your order of Claw Hammer comes to you has changed' }]);
    expect(factsOf(corrected)).toMatchObject({ 'Tracking number': 'SB 124' });
    const halfBack = examples.refundRequested({ amount: { amount: 1, currency: 'usd' }, restock: 1 });
    const [booked, paid, left] = shipped as [BookingEvent, BookingEvent, BookingEvent];
    expect(factsOf(await writtenAfter(booked, paid, halfBack, left))).toMatchObject({ Pieces: '2' });
  });

  it('reads nothing of a parcel once that is corrected, however late it is sent', async () => {
    const shipped = examples.bookingShipped();
    const events = [examples.toolBooked(), examples.bookingPaid(), shipped, examples.shippingCorrected()];
    expect(await writtenOf(shipped, events)).toEqual([]);
    expect(factsOf(await writtenOf(shipped, [...events, shipped]))).toMatchObject({ 'Tracking number': 'SB 123' });
  });

  it('reads that their order has arrived', async () => {
    const arrived = [examples.toolBooked(), examples.bookingPaid(), examples.bookingShipped()];
    const written = await writtenAfter(...arrived, examples.bookingDelivered());
    expect(written).toMatchObject([{ kind: 'delivered', subject: 'Your order of Claw Hammer was delivered' }]);
  });

  it('reads that an order has lapsed, of which tool', async () => {
    const written = await writtenAfter(examples.toolBooked(), examples.bookingExpired());
    expect(written).toMatchObject([
      { kind: 'order-lapsed', subject: 'Your order of Claw Hammer has lapsed', action: { path: '/tools/t1' } },
    ]);
  });

  it('gets no mail of what they did themselves, nor of what is not theirs to know', async () => {
    expect(await writtenAfter(examples.toolBooked())).toEqual([]);
    expect(await writtenAfter(examples.toolBooked(), examples.bookingDeleted())).toEqual([]);
    const paid = [examples.toolBooked(), examples.bookingPaid()];
    expect(await writtenAfter(...paid, examples.refundRequested())).toEqual([]);
    expect(await writtenAfter(...paid, examples.bookingPacked())).toEqual([]);
    expect(await writtenAfter(...paid, examples.bookingNoted())).toEqual([]);
    const forgotten = examples.bookingShipped({ carrier: 'erased', trackingNumber: 'erased' });
    expect(await writtenAfter(...paid, forgotten)).toEqual([]);
  });
});
