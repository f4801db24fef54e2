import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import { Conflict, NotFound, Refusal } from '../../kernel/errors.ts';
import { type Booking, booking } from '../booking.ts';
import { deleteBooking } from '../commands/delete-booking.ts';
import { deliverBooking, NotShipped } from '../commands/deliver-booking.ts';
import { noteBooking } from '../commands/note-booking.ts';
import { packBooking } from '../commands/pack-booking.ts';
import { recordRefund } from '../commands/record-refund.ts';
import { requestRefund, ShippedMeanwhile } from '../commands/request-refund.ts';
import { retryRefund } from '../commands/retry-refund.ts';
import { DeliveredAlready, NoAddressLeft, shipBooking } from '../commands/ship-booking.ts';
import type { BookingEvent } from '../events.ts';
import * as examples from '../testing/examples.ts';
import { AllGoesBack, NotPaid } from './still-owed.ts';

const { bookedForNothing, bookingDelivered, bookingPacked, bookingPersonForgotten, bookingShipped } = examples;
const { bookingDeleted, bookingNoted, bookingRefunded, bookingRefundFailed, refundRequested } = examples;
const by = 'a1';
const bookingId = 'b1';
const cents = (amount: number) => ({ amount, currency: 'usd' });
const pack = (state: Booking) => packBooking({ type: 'PackBooking', bookingId, by }, state);
const shipAs = (trackingNumber: string) => (state: Booking) =>
  shipBooking({ type: 'ShipBooking', bookingId, by, carrier: 'Sundarban Courier', trackingNumber }, state);
const ship = shipAs('SB 123');
const deliver = (state: Booking) => deliverBooking({ type: 'DeliverBooking', bookingId, by }, state);
const note = (state: Booking) =>
  noteBooking({ type: 'NoteBooking', bookingId, noteId: 'n1', note: 'Rings before delivery.', by }, state);
const refund =
  (amount: number | undefined, restock = 0, refundId = 'r1', seenShipped?: boolean) =>
  (state: Booking) => {
    const wanted = { refundId, bookingId, reason: 'It is bent.', restock, by, seenShipped };
    return requestRefund({ type: 'RequestRefund', ...wanted, amount: amount ? cents(amount) : undefined }, state);
  };
const booked = examples.toolBooked({ quantity: 3 });
const paid = [booked, examples.bookingPaid()];

describe('an order on its way', () => {
  it('is packed, shipped and delivered, one after the other, and each once', () => {
    given(booking, ...paid)
      .when(pack)
      .then(bookingPacked());
    given(booking, ...paid, bookingPacked())
      .when(ship)
      .then(bookingShipped());
    given(booking, ...paid, bookingPacked(), bookingShipped())
      .when(deliver)
      .then(bookingDelivered());
    const arrived = [...paid, bookingPacked(), bookingShipped(), bookingDelivered()];
    for (const again of [pack, ship, deliver]) {
      given(booking, ...arrived)
        .when(again)
        .thenNothing();
    }
  });

  it('need not be packed before it is shipped, and is delivered only after that', () => {
    given(booking, ...paid)
      .when(ship)
      .then(bookingShipped());
    given(booking, ...paid)
      .when(deliver)
      .thenThrows(NotShipped);
    given(booking, booked).when(deliver).thenThrows(NotShipped);
    given(booking, ...paid, bookingPacked())
      .when(deliver)
      .thenThrows(NotShipped);
  });

  it('can be told another number until it has arrived', () => {
    given(booking, ...paid, bookingShipped())
      .when(shipAs('SB 124'))
      .then(examples.shippingCorrected());
    given(booking, ...paid, bookingShipped(), bookingDelivered())
      .when(shipAs('SB 124'))
      .thenThrows(DeliveredAlready);
  });

  it('was paid before, and is there', () => {
    for (const step of [pack, ship]) {
      given(booking, booked).when(step).thenThrows(NotPaid);
      given(booking, booked, bookingDeleted()).when(step).thenThrows(NotFound);
      given(booking).when(step).thenThrows(NotFound);
      given(booking, ...bookedForNothing())
        .when(step)
        .then(step === pack ? bookingPacked() : bookingShipped());
    }
    given(booking).when(deliver).thenThrows(NotFound);
  });

  it('has not gone back: no part of it goes out once all of its money, or all of its pieces, are to come back', () => {
    const wholly = [[refundRequested()], [refundRequested(), bookingRefunded()], [bookingRefunded()]];
    const piecesOnly = [[refundRequested({ amount: cents(1), restock: 3 })]];
    for (const back of [...wholly, ...piecesOnly]) {
      for (const step of [pack, ship]) {
        given(booking, ...paid, ...back)
          .when(step)
          .thenThrows(AllGoesBack);
      }
      given(booking, ...paid, bookingPacked(), ...back)
        .when(ship)
        .thenThrows(AllGoesBack);
    }
    for (const some of [
      [refundRequested({ amount: cents(1998), restock: 2 })],
      [refundRequested(), bookingRefundFailed()],
    ]) {
      given(booking, ...paid, ...some)
        .when(ship)
        .then(bookingShipped());
    }
  });

  it('arrives also when its money went back meanwhile', () =>
    given(booking, ...paid, bookingShipped(), bookingRefunded())
      .when(deliver)
      .then(bookingDelivered()));

  it('puts nothing on the shelf that left the house while somebody asked for it as it was before', () => {
    given(booking, ...paid, bookingShipped())
      .when(refund(undefined, 3, 'r1', false))
      .thenThrows(ShippedMeanwhile);
    given(booking, ...paid, bookingShipped())
      .when(refund(undefined, 3, 'r1', true))
      .then(refundRequested({ restock: 3 }));
    given(booking, ...paid, bookingShipped())
      .when(refund(undefined, 0, 'r1', false))
      .then(refundRequested());
    given(booking, ...paid, bookingPacked())
      .when(refund(undefined, 3, 'r1', false))
      .then(refundRequested({ restock: 3 }));
  });

  it('has somewhere to go: of somebody who was forgotten only what has its address on it', () => {
    given(booking, ...paid, bookingPersonForgotten())
      .when(ship)
      .thenThrows(NoAddressLeft, /Refund the order instead\.$/);
    given(booking, ...bookedForNothing(), bookingPersonForgotten())
      .when(ship)
      .thenThrows(NoAddressLeft, /Delete the order instead\.$/);
    given(booking, ...paid, bookingPacked(), bookingPersonForgotten())
      .when(ship)
      .then(bookingShipped());
    const forgotten = [...paid, bookingShipped(), bookingPersonForgotten()];
    given(booking, ...forgotten)
      .when(shipAs('SB 124'))
      .thenNothing();
    expect(JSON.stringify(fold(booking, forgotten))).not.toContain('SB 123');
    given(booking, ...forgotten)
      .when(deliver)
      .then(bookingDelivered());
  });

  it('can be noted something of, as long as it is there', () => {
    given(booking, booked).when(note).then(bookingNoted());
    given(booking, booked, bookingDeleted()).when(note).thenThrows(NotFound);
    given(booking).when(note).thenThrows(NotFound);
  });
});

const outcome = (refundId: string, state: 'succeeded' | 'failed') => (before: Booking) => {
  const known = before.status !== 'none' ? before.refunds.get(refundId) : undefined;
  if (!known) return [];
  const share = { bookingId, uid: 'u1', amount: known.amount };
  const { state: stood } = known;
  return recordRefund({ type: 'RecordRefund', refundId, paymentId: 'p1', share, state, stood }, before);
};
const remove = (byAdmin: boolean) => (state: Booking) =>
  deleteBooking({ type: 'DeleteBooking', bookingId, by: 'u1', ...(byAdmin && { byAdmin }) }, state);

const asked: Record<string, (state: Booking) => BookingEvent[]> = {
  pack,
  ship,
  correct: shipAs('SB 124'),
  deliver,
  note,
  delete: remove(false),
  deleteAsAdmin: remove(true),
  refundAll: refund(undefined, 0, 'r1'),
  refundAllToTheShelf: refund(undefined, 3, 'r2', false),
  refundSome: refund(900, 1, 'r3'),
  refundPieces: refund(1, 3, 'r4', false),
  forget: (state) => (state.status === 'none' ? [] : [bookingPersonForgotten()]),
  ...Object.fromEntries(
    ['r1', 'r2', 'r3', 'r4'].flatMap((id) => [
      [`succeeded ${id}`, outcome(id, 'succeeded')],
      [`failed ${id}`, outcome(id, 'failed')],
      [`again ${id}`, (state: Booking) => retryRefund({ type: 'RetryRefund', bookingId, refundId: id, by }, state)],
    ]),
  ),
};
const begun = { paid, 'free of charge': bookedForNothing(), unpaid: [booked] };

describe('what was sent, and its money', () => {
  it('never contradict one another, whatever is asked in whatever order', () =>
    fc.assert(
      fc.property(
        fc.constantFrom<keyof typeof begun>('paid', 'paid', 'free of charge', 'unpaid'),
        fc.array(fc.constantFrom(...Object.keys(asked)), { maxLength: 40 }),
        (how, names) => {
          const events: BookingEvent[] = [...begun[how]];
          let stage = 0;
          for (const name of names) {
            const before = fold(booking, events);
            const decided = attempted(() => asked[name]?.(before) ?? []);
            for (const event of decided) {
              const step = ['BookingPacked', 'BookingShipped', 'BookingDelivered'].indexOf(event.type) + 1;
              if (step === 0) continue;
              expect(step === 2 && stage === 2 ? 'corrects' in event.data : step > stage).toBe(true);
              if (step < 3 && stage < 2) expectOwed(before, how);
              if (step === 3) expect(stage).toBe(2);
              stage = step;
            }
            const isToShelf = decided.some((event) => event.type === 'RefundRequested' && event.data.restock > 0);
            if (isToShelf && name !== 'refundSome') expect(stage).toBeLessThan(2);
            if (decided.some(({ type }) => type === 'BookingDeleted')) expect(stage).toBeLessThan(2);
            events.push(...decided);
            const after = fold(booking, events);
            if ('fulfilment' in after) {
              expect(after.fulfilment.stage).toBe(['none', 'packed', 'shipped', 'delivered'][stage]);
            } else expect(after.status === 'unpaid' || after.status === 'gone').toBe(true);
          }
        },
      ),
      { numRuns: 2_000 },
    ));
});

/** Counted here anew, so that the rule is not held to itself. */
function expectOwed(state: Booking, how: keyof typeof begun): void {
  if (!('payment' in state)) throw new Error(`Something of an order went out that is ${state.status}.`);
  const back = [...state.refunds.values()].filter((one) => one.state !== 'failed' && !one.unmatched);
  const money = back.reduce((sum, { amount }) => sum + amount.amount, 0);
  const pieces = [...state.refunds.values()].reduce((sum, { restock }) => sum + restock, 0);
  if (how !== 'free of charge') expect(money).toBeLessThan(1999);
  expect(pieces).toBeLessThan(state.order.quantity);
}

function attempted(decide: () => BookingEvent[]): BookingEvent[] {
  try {
    return decide();
  } catch (reason) {
    expect(reason).toBeInstanceOf(Refusal);
    expect(reason instanceof Conflict || reason instanceof NotFound).toBe(true);
    return [];
  }
}
