import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../kernel/aggregate.ts';
import { Refusal } from '../kernel/errors.ts';
import { type Booking, booking } from './booking.ts';
import { abandonBooking } from './commands/abandon-booking.ts';
import { bookTool } from './commands/book-tool.ts';
import { closePayment } from './commands/close-payment.ts';
import { deleteBooking } from './commands/delete-booking.ts';
import { deliverBooking } from './commands/deliver-booking.ts';
import { expireBooking } from './commands/expire-booking.ts';
import { noteBooking } from './commands/note-booking.ts';
import { openPayment } from './commands/open-payment.ts';
import { packBooking } from './commands/pack-booking.ts';
import { payBooking } from './commands/pay-booking.ts';
import { shipBooking } from './commands/ship-booking.ts';
import type { BookingEvent } from './events.ts';
import { bookingPaid, bookingPaymentOpened, toolBooked } from './testing/examples.ts';

const bookingId = 'b1';
const share = { bookingId, uid: 'u1', amount: { amount: 1999, currency: 'usd' } };
const pay = (paymentId: string, fits = true) => ({
  ...{ share, paymentId, fits },
  ...{ intentId: `pi_${paymentId}`, refundId: `return ${paymentId}` },
});
const parcel = { carrier: 'Sundarban Courier', trackingNumber: 'SB 123' };
const former = (state: Booking) => (state.status === 'unpaid' ? state.formerPayments : 0);
const messages: Record<string, (state: Booking) => BookingEvent[]> = {
  book: (state) => bookTool({ type: 'BookTool', ...toolBooked().data }, state),
  open: (state) =>
    openPayment({ type: 'OpenPayment', bookingId, paymentId: 'p1', formerPayments: former(state) }, state),
  openAnother: (state) =>
    openPayment({ type: 'OpenPayment', bookingId, paymentId: 'p2', formerPayments: former(state) }, state),
  close: (state) => closePayment({ type: 'ClosePayment', bookingId, paymentId: 'p1' }, state),
  pay: (state) => payBooking({ type: 'PayBooking', ...pay('p1') }, state),
  payAgain: (state) => payBooking({ type: 'PayBooking', ...pay('p2') }, state),
  payTooMuch: (state) => payBooking({ type: 'PayBooking', ...pay('p3', false) }, state),
  delete: (state) => deleteBooking({ type: 'DeleteBooking', bookingId, by: 'u1' }, state),
  deleteCancelled: (state) => deleteBooking({ type: 'DeleteBooking', bookingId, by: 'u1', cancelled: 'p1' }, state),
  expire: (state) => expireBooking({ type: 'ExpireBooking', bookingId }, state),
  expireCancelled: (state) => expireBooking({ type: 'ExpireBooking', bookingId, cancelled: 'p2' }, state),
  deleteAsAdmin: (state) =>
    deleteBooking({ type: 'DeleteBooking', bookingId, by: 'a1', byAdmin: true, cancelled: 'p1' }, state),
  pack: (state) => packBooking({ type: 'PackBooking', bookingId, by: 'a1' }, state),
  ship: (state) => shipBooking({ type: 'ShipBooking', bookingId, by: 'a1', ...parcel }, state),
  deliver: (state) => deliverBooking({ type: 'DeliverBooking', bookingId, by: 'a1' }, state),
  note: (state) => noteBooking({ type: 'NoteBooking', bookingId, noteId: 'n1', note: 'Rings first.', by: 'a1' }, state),
  abandon: (state) => abandonBooking({ type: 'AbandonBooking', bookingId, toolId: 't1' }, state),
};

const histories = fc.array(fc.constantFrom(...Object.keys(messages)), { maxLength: 25 });

describe('an order', () => {
  it('ends consistently, whatever messages come in whatever order and however often', () =>
    fc.assert(
      fc.property(histories, (names) => {
        const events = carriedOut(names);
        const types = events.map(({ type }) => type);
        const times = (type: string) => types.filter((each) => each === type).length;
        const ends = times('BookingDeleted') + times('BookingExpired') + times('BookingAbandoned');
        const state = fold(booking, events);

        expect(times('ToolBooked')).toBeLessThanOrEqual(1);
        expect(times('BookingPaid') + ends).toBeLessThanOrEqual(1); // Never both paid and gone, and neither twice.
        expect(state.status === 'paid').toBe(times('BookingPaid') === 1);
        expect(state.status === 'gone').toBe(ends === 1);
        expect(state.status === 'none').toBe(events.length === 0);
      }),
      { numRuns: 1_000 },
    ));

  it('is in one open payment at most, and in none when it ends', () =>
    fc.assert(
      fc.property(histories, (names) => {
        let open: string | undefined;
        for (const { type, data } of carriedOut(names)) {
          if (type === 'BookingPaymentOpened') {
            expect(open).toBeUndefined();
            open = data.paymentId;
          }
          if (type === 'BookingPaymentClosed') {
            expect(data.paymentId).toBe(open);
            open = undefined;
          }
          if (type === 'BookingDeleted' || type === 'BookingExpired') expect(open).toBeUndefined();
        }
      }),
      { numRuns: 1_000 },
    ));

  it('keeps the money or sends it back, never both and never neither', () =>
    fc.assert(
      fc.property(histories, (names) => {
        const events = carriedOut(names);
        const kept = events.filter(({ type }) => type === 'BookingPaid').map(({ data }) => paymentOf(data));
        const unmatched = events.filter(({ type }) => type === 'PaymentUnmatched').map(({ data }) => paymentOf(data));
        const owed = events.filter(({ type }) => type === 'RefundRequested').map(({ data }) => paymentOf(data));
        expect(kept.filter((payment) => owed.includes(payment))).toEqual([]);
        expect(owed).toEqual(unmatched); // At the same moment, and each once.
        expect(new Set(owed).size).toBe(owed.length);
        const begun = names.findIndex((name) => name === 'book' || name === 'abandon');
        const received = begun === -1 ? [] : names.slice(begun);
        if (received.includes('pay')) expect([...kept, ...owed]).toContain('p1');
        if (received.includes('payAgain')) expect([...kept, ...owed]).toContain('p2');
        if (received.includes('payTooMuch')) expect(owed).toContain('p3');
      }),
      { numRuns: 1_000 },
    ));

  it('stays in the payment that it is in, and in none once it is paid, when another is told of late', () => {
    const late = bookingPaymentOpened({ paymentId: 'p9' });
    for (const events of [
      [toolBooked(), bookingPaymentOpened()],
      [toolBooked(), bookingPaid()],
    ]) {
      expect(fold(booking, [...events, late])).toEqual(fold(booking, events));
    }
  });

  it('stays as it is when what has happened is told again or late', () =>
    fc.assert(
      fc.property(histories, fc.nat(), (names, nth) => {
        // What opens and closes a payment may happen again; the stream holds each as often as it did.
        const events = carriedOut(names).filter(({ type }) => !type.startsWith('BookingPayment'));
        const again = events[nth % Math.max(1, events.length)];
        const state = fold(booking, events);
        expect(fold(booking, again ? [...events, again] : events)).toEqual(state);
      }),
    ));
});

function carriedOut(names: readonly string[]): BookingEvent[] {
  const events: BookingEvent[] = [];
  for (const name of names) {
    try {
      events.push(...(messages[name]?.(fold(booking, events)) ?? []));
    } catch (reason) {
      expect(reason).toBeInstanceOf(Refusal);
    }
  }
  return events;
}

function paymentOf(data: BookingEvent['data']): string {
  return 'paymentId' in data ? data.paymentId : '';
}
