import { projection } from '../../kernel/projection.ts';
import { byId } from '../../kernel/read-models.ts';
import { erased } from '../../kernel/values/erased.ts';
import { decimalOf, type Money, nearestMoney } from '../../kernel/values/money.ts';
import { nobody } from '../booking.ts';
import type { Booking } from '../contract.ts';
import type { BookingEvent } from '../events.ts';
import { hasLeft } from '../fulfilment/fulfilment.ts';
import { addedByOrder, orderSumIndexes } from './order-sums.ts';
import { type RefundReasons, shownReason, withAsked, withoutWords, withStanding } from './refund-reasons.ts';

/** An order with whose it is: by uid, since an email may be somebody else's tomorrow; what the shop keeps of it; and why not all. */
export type BookingDocument = Booking & {
  readonly uid: string;
  readonly kept: Money;
  /** Of the refunds that were asked for. Left out while none was. */
  readonly reasons?: RefundReasons;
};

/** Of an order what an answer shows of it. */
export const shownOf = ({ uid: _, kept: _kept, reasons: _reasons, ...order }: BookingDocument): Booking => order;

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
  version: 15,
  internal: ['uid', 'kept', 'reasons'],
  everyIn: 'all',
  indexes: {
    all: (booking) => sorted(booking, ''),
    uid: (booking) => sorted(booking, booking.uid),
    status: (booking) => sorted(booking, stageOf(booking)),
    tool: (booking) => sorted(booking, booking.toolId),
    [byId]: ({ _id }) => _id.slice(0, listedDigits),
    largeUnpaid: (booking) => (booking.large && !booking.paid ? sorted(booking, '') : undefined),
    // Nobody has paid money for them: they are not paid, or cost nothing. Such a one that was sent nobody can take back: without
    // leaving it out, who has had as many as one may have could never order again.
    unchargedOf: (booking) =>
      (booking.paid && booking.price > 0) || hasLeft({ stage: booking.fulfilment })
        ? undefined
        : sorted(booking, booking.uid),
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
      evolve(booking, { data }) {
        if (!booking || data.unmatched) return booking;
        const reasons = withAsked(booking.reasons ?? [], data.refundId, data.reason);
        return withReasons(withRestocked(booking, data.restock), reasons);
      },
    },
    BookingRefunded: {
      id: ({ data }) => data.bookingId,
      evolve(booking, { data, meta }) {
        if (!booking || data.unmatched) return booking;
        const refunded = { ...withRefunded(booking, data.amount, 1), refundedAt: meta.time };
        return withReasons(refunded, withStanding(booking.reasons ?? [], data.refundId, 'back'));
      },
    },
    BookingRefundFailed: {
      id: ({ data }) => data.bookingId,
      evolve(booking, { data }) {
        if (!booking || data.unmatched) return booking;
        const kept = data.wasRefunded ? takenBack(withRefunded(booking, data.amount, -1)) : booking;
        return withReasons(kept, withStanding(booking.reasons ?? [], data.refundId, 'failed'));
      },
    },
    BookingPersonForgotten: {
      id: ({ data }) => data.bookingId,
      evolve: (booking) =>
        booking && {
          ...withReasons(booking, withoutWords(booking.reasons ?? [])),
          ...nobody,
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

/** The order with these reasons, and what is shown of them. */
function withReasons({ refundReason: _, ...booking }: BookingDocument, reasons: RefundReasons): BookingDocument {
  if (reasons.length === 0) return booking;
  const reason = shownReason(reasons);
  return { ...booking, reasons, ...(reason !== undefined && { refundReason: reason }) };
}

/** Of an order of which nothing went back after all there is no time when it did. */
function takenBack({ refundedAt, ...booking }: BookingDocument): BookingDocument {
  return booking.refunded > 0 && refundedAt !== undefined ? { ...booking, refundedAt } : booking;
}

/** The order with so much more, or less, given back; summed up in minor units, which are exact. */
function withRefunded(booking: BookingDocument, { amount, currency }: Money, sign: 1 | -1): BookingDocument {
  const before = nearestMoney(booking.refunded, currency);
  const kept = { currency, amount: booking.kept.amount - sign * amount };
  const refunded = decimalOf({ amount: before.amount + sign * amount, currency });
  return { ...booking, refunded, kept, status: refunded >= booking.price ? 'refunded' : 'paid' };
}
