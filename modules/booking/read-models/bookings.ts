import { erased } from '../../kernel/erased.ts';
import { decimalOf, type Money, moneyOf } from '../../kernel/money.ts';
import { projection } from '../../kernel/projection.ts';
import { byId } from '../../kernel/read-models.ts';
import { nobody } from '../booking.ts';
import type { Booking } from '../contract.ts';
import type { BookingEvent } from '../events.ts';
import { addedByOrder, orderSumIndexes } from './order-sums.ts';

/** An order with whose it is: by uid, since an email may be somebody else's tomorrow; and what the shop keeps of it. */
export type BookingDocument = Booking & { readonly uid: string; readonly kept: Money };

/** Of an order what an answer shows of it. */
export const shownOf = ({ uid: _, kept: _kept, ...order }: BookingDocument): Booking => order;

/** By how many digits of their ids orders are listed: of a million each of these lists has some 240. */
export const listedDigits = 3;

/** Under which key orders are listed that stand like this, with money and on their way. */
export const stageOf = ({ status, fulfilment }: Pick<Booking, 'status' | 'fulfilment'>) =>
  fulfilment === 'none' ? status : `${status} ${fulfilment}`;

/** By when it came, and then by its id, as all lists are. */
const sorted = ({ at }: Booking, key: string) => ({ key, sort: at });

/** Orders as GET /booking shows them. Those that are gone are not shown. */
export const bookings = projection<BookingDocument, BookingEvent>({
  name: 'bookings',
  version: 13,
  internal: ['uid', 'kept'],
  everyIn: 'all',
  indexes: {
    all: (booking) => sorted(booking, ''),
    uid: (booking) => sorted(booking, booking.uid),
    status: (booking) => sorted(booking, stageOf(booking)),
    tool: (booking) => sorted(booking, booking.toolId),
    [byId]: ({ _id }) => _id.slice(0, listedDigits),
    largeUnpaid: (booking) => (booking.large && !booking.paid ? sorted(booking, '') : undefined),
    // Nobody has paid money for them: they are not paid, or cost nothing.
    unchargedOf: (booking) => (booking.paid && booking.price > 0 ? undefined : sorted(booking, booking.uid)),
  },
  on: {
    ToolBooked: {
      id: ({ data }) => data.bookingId,
      begins: true,
      evolve: (_, { data, meta }) => ({
        _id: data.bookingId,
        toolId: data.toolId,
        toolName: data.toolName,
        personEmail: data.personEmail,
        location: data.location,
        phone: data.phone,
        buyerName: data.buyerName,
        quantity: data.quantity,
        price: decimalOf(data.price),
        paid: false,
        status: 'unpaid',
        refunded: 0,
        fulfilment: 'none',
        ...(data.large && { large: true }),
        ...(data.checkoutId !== undefined && { checkoutId: data.checkoutId }),
        at: meta.time,
        uid: data.uid,
        kept: { ...data.price, amount: 0 },
      }),
    },
    BookingPaid: {
      id: ({ data }) => data.bookingId,
      evolve: (booking, { data, meta }) =>
        booking && { ...booking, paid: true, status: 'paid', paidAt: meta.time, kept: data.amount },
    },
    RefundRequested: {
      id: ({ data }) => data.bookingId,
      // Of money that fitted no order no admin has said anything.
      evolve: (booking, { data }) =>
        booking && (data.unmatched ? booking : { ...withRestocked(booking, data.restock), refundReason: data.reason }),
    },
    BookingRefunded: {
      id: ({ data }) => data.bookingId,
      evolve: (booking, { data, meta }) =>
        booking && (data.unmatched ? booking : { ...withRefunded(booking, data.amount, 1), refundedAt: meta.time }),
    },
    BookingRefundFailed: {
      id: ({ data }) => data.bookingId,
      evolve: (booking, { data }) =>
        booking && (data.unmatched || !data.wasRefunded ? booking : takenBack(withRefunded(booking, data.amount, -1))),
    },
    BookingPersonForgotten: {
      id: ({ data }) => data.bookingId,
      evolve: (booking) =>
        booking && {
          ...booking,
          ...nobody,
          ...(booking.refundReason !== undefined && { refundReason: erased }),
          ...(booking.carrier !== undefined && { carrier: erased, trackingNumber: erased }),
        },
    },
    BookingPacked: {
      id: ({ data }) => data.bookingId,
      evolve: (booking, { meta }) => booking && { ...booking, fulfilment: 'packed', packedAt: meta.time },
    },
    BookingShipped: {
      id: ({ data }) => data.bookingId,
      evolve: (booking, { data: { carrier, trackingNumber }, meta }) =>
        // When it left does not change with what is corrected of it.
        booking && {
          ...booking,
          fulfilment: 'shipped',
          carrier,
          trackingNumber,
          shippedAt: booking.shippedAt ?? meta.time,
        },
    },
    BookingDelivered: {
      id: ({ data }) => data.bookingId,
      evolve: (booking, { meta }) => booking && { ...booking, fulfilment: 'delivered', deliveredAt: meta.time },
    },
    BookingDeleted: { id: ({ data }) => data.bookingId, evolve: () => undefined },
    BookingExpired: { id: ({ data }) => data.bookingId, evolve: () => undefined },
  },
  sums: { of: addedByOrder, indexes: orderSumIndexes },
});

/** The order with so many more of its pieces on the shelf: there they stay, whatever becomes of the money. */
function withRestocked(booking: BookingDocument, restock: number): BookingDocument {
  return restock === 0 ? booking : { ...booking, restocked: (booking.restocked ?? 0) + restock };
}

/** Of an order of which nothing went back after all there is no time when it did. */
function takenBack({ refundedAt, ...booking }: BookingDocument): BookingDocument {
  return booking.refunded > 0 && refundedAt !== undefined ? { ...booking, refundedAt } : booking;
}

/** The order with so much more, or less, given back; summed up in minor units, which are exact. */
function withRefunded(booking: BookingDocument, { amount, currency }: Money, sign: 1 | -1): BookingDocument {
  const before = moneyOf(booking.refunded, currency);
  const kept = { currency, amount: booking.kept.amount - sign * amount };
  const refunded = decimalOf({ amount: before.amount + sign * amount, currency });
  return { ...booking, refunded, kept, status: refunded >= booking.price ? 'refunded' : 'paid' };
}
