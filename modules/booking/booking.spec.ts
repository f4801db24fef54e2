import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../kernel/aggregate.ts';
import { Refusal } from '../kernel/errors.ts';
import { type Booking, booking } from './booking.ts';
import { abandonBooking } from './commands/abandon-booking.ts';
import { bookTool } from './commands/book-tool.ts';
import { deleteBooking } from './commands/delete-booking.ts';
import { expireBooking } from './commands/expire-booking.ts';
import { payBooking } from './commands/pay-booking.ts';
import type { BookingEvent } from './events.ts';
import { bookingPaid, toolBooked } from './testing/examples.ts';

const bookingId = 'b1';
const messages: Record<string, (state: Booking) => BookingEvent[]> = {
  book: (state) => bookTool({ type: 'BookTool', ...toolBooked().data }, state),
  pay: (state) => payBooking({ type: 'PayBooking', ...bookingPaid().data }, state),
  payAgain: (state) => payBooking({ type: 'PayBooking', ...bookingPaid({ paymentId: 'pi_2' }).data }, state),
  delete: (state) => deleteBooking({ type: 'DeleteBooking', bookingId, by: 'u1' }, state),
  expire: (state) => expireBooking({ type: 'ExpireBooking', bookingId }, state),
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

  it('keeps the money or sends it back, never both and never neither', () =>
    fc.assert(
      fc.property(histories, (names) => {
        const events = carriedOut(names);
        const kept = events.filter(({ type }) => type === 'BookingPaid').map(({ data }) => paymentOf(data));
        const sentBack = events.filter(({ type }) => type === 'PaymentUnmatched').map(({ data }) => paymentOf(data));
        expect(kept.filter((payment) => sentBack.includes(payment))).toEqual([]);
        const begun = names.findIndex((name) => name === 'book' || name === 'abandon');
        const received = begun === -1 ? [] : names.slice(begun);
        if (received.includes('pay')) expect([...kept, ...sentBack]).toContain('pi_1');
        if (received.includes('payAgain')) expect([...kept, ...sentBack]).toContain('pi_2');
      }),
      { numRuns: 1_000 },
    ));

  it('stays as it is when what has happened is told again or late', () =>
    fc.assert(
      fc.property(histories, fc.nat(), (names, nth) => {
        const events = carriedOut(names);
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
