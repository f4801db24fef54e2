import { documentView } from '../kernel/documents/document-view.ts';
import { history, orderNamed } from '../kernel/history.ts';
import { inDigits } from '../kernel/values/in-words.ts';
import { formatMoney } from '../kernel/values/money.ts';
import { priceOf } from './checkouts/checkout.ts';
import { booking as bookingSchema } from './contract.ts';
import type { BookingEvent, BulkDeletionRequested, CheckoutEvent, OrdersExported } from './events.ts';
import { orderCountsTally } from './figures/order-counts-tally.ts';
import { bookings } from './read-models/bookings.ts';

/** What an order is called in words once no list has it any more. */
const gone = { BookingDeleted: 'deleted', BookingExpired: 'expired', BookingAbandoned: 'abandoned' } as const;

const orderView = documentView(bookings, {
  name: 'booking',
  schema: bookingSchema,
  ended: gone,
});

const about = ['bookingId', 'uid', 'toolId', 'by'] as const;
const aboutRefund = ['refundId', 'bookingId', 'uid', 'toolId', 'paymentId', 'amount', 'unmatched'] as const;

/** How what happened to orders is told. */
export const bookingHistory = (currency: string) =>
  history<BookingEvent | BulkDeletionRequested | CheckoutEvent | OrdersExported>({
    streams: ['booking', 'bulk-deletion', 'checkout', 'orders-export'],
    views: [orderView],
    tallies: [orderCountsTally(orderView, currency)],
    events: {
      ToolBooked: {
        shows: [
          'bookingId',
          'toolId',
          'toolName',
          'uid',
          'personEmail',
          'buyerName',
          'location',
          'phone',
          'quantity',
          'price',
          'large',
          'checkoutId',
        ],
        says: ({ data: { uid, quantity, toolName, price } }, { person }) =>
          `${person(uid)} ordered ${inDigits(quantity)} × ${toolName} for ${formatMoney(price)}`,
      },
      BookingPaymentOpened: {
        shows: ['bookingId', 'uid', 'paymentId', 'amount'],
        says: ({ data: { uid, bookingId, amount } }, { person }) =>
          `${person(uid)} began to pay ${formatMoney(amount)} for ${orderNamed(bookingId)}`,
      },
      BookingPaymentClosed: {
        shows: ['bookingId', 'uid', 'paymentId', 'amount'],
        says: ({ data: { bookingId } }) => `The payment of ${orderNamed(bookingId)} was called off`,
      },
      BookingPaid: {
        shows: ['bookingId', 'uid', 'toolId', 'amount', 'free', 'paymentId'],
        says: ({ data }, { person }) =>
          'free' in data
            ? `${person(data.uid)} has ${orderNamed(data.bookingId)} free of charge`
            : `${person(data.uid)} paid ${formatMoney(data.amount)} for ${orderNamed(data.bookingId)}`,
      },
      BookingDeleted: {
        shows: ['bookingId', 'uid', 'toolId', 'amount', 'by'],
        says: ({ data: { bookingId, uid } }, { actor, person }) =>
          `${actor} deleted ${orderNamed(bookingId)} of ${person(uid)}`,
      },
      BookingExpired: {
        shows: ['bookingId', 'uid', 'toolId', 'amount'],
        says: ({ data: { bookingId, uid } }, { person }) =>
          `${capital(orderNamed(bookingId))} of ${person(uid)} expired: it was not paid in time`,
      },
      BookingAbandoned: {
        shows: ['bookingId', 'toolId'],
        says: ({ data: { bookingId, toolId } }, { tool }) =>
          `Pieces of ${tool(toolId)} were set aside for ${orderNamed(bookingId)}, which never came`,
      },
      BookingPersonForgotten: {
        shows: ['bookingId', 'uid'],
        says: ({ data: { bookingId } }) => `Whose ${orderNamed(bookingId)} was is forgotten`,
      },
      PaymentUnmatched: {
        shows: ['bookingId', 'uid', 'paymentId', 'amount', 'because'],
        says: ({ data: { amount, bookingId, because } }) =>
          `${formatMoney(amount)} came for ${orderNamed(bookingId)} and goes back: ${unmatched[because]}`,
      },
      RefundRequested: {
        shows: [...aboutRefund, 'reason', 'restock', 'by', 'again', 'intentId'],
        says: ({ data: { amount, bookingId, reason, restock, again } }, { actor }) =>
          `${actor} asked${again ? ' again' : ''} to give back ${formatMoney(amount)} of ${orderNamed(bookingId)}${toTheShelf(restock)}: ${reason}`,
      },
      BookingRefundBegun: {
        shows: aboutRefund,
        says: ({ data: { amount, bookingId, uid } }, { person }) =>
          `${formatMoney(amount)} of ${orderNamed(bookingId)} is on its way back to ${person(uid)}, as the payment provider says`,
      },
      BookingRefunded: {
        shows: [...aboutRefund, 'kept', 'elsewhere'],
        says: ({ data: { amount, bookingId, uid, elsewhere } }, { person }) =>
          `${formatMoney(amount)} of ${orderNamed(bookingId)} went back to ${person(uid)}${elsewhere ? ' in another way' : ''}`,
      },
      BookingRefundFailed: {
        shows: [...aboutRefund, 'kept', 'wasRefunded'],
        says: ({ data: { amount, bookingId } }) =>
          `${formatMoney(amount)} of ${orderNamed(bookingId)} could not be given back`,
      },
      RefundSettled: {
        shows: [...aboutRefund, 'how', 'note', 'by'],
        says: ({ data: { amount, bookingId, uid, how, note } }, { actor, person }) =>
          how === 'elsewhere'
            ? `${actor} gave ${formatMoney(amount)} of ${orderNamed(bookingId)} back to ${person(uid)} in another way: ${note}`
            : `${actor} said that ${formatMoney(amount)} of ${orderNamed(bookingId)} is not owed to ${person(uid)}: ${note}`,
      },
      BookingLossChanged: {
        shows: ['bookingId', 'uid', 'toolId', 'paymentId', 'amount', 'change'],
        says: ({ data: { amount, bookingId } }) =>
          `${amount.amount === 0 ? 'Nothing' : formatMoney(amount)} of ${orderNamed(bookingId)} is lost to a bank`,
      },
      BookingPacked: {
        shows: about,
        says: ({ data: { bookingId, uid } }, { actor, person }) =>
          `${actor} packed ${orderNamed(bookingId)} of ${person(uid)}`,
      },
      BookingShipped: {
        shows: [...about, 'carrier', 'trackingNumber', 'corrects'],
        says: ({ data: { bookingId, uid, carrier, trackingNumber, corrects } }, { actor, person }) =>
          corrects
            ? `${actor} corrected how ${orderNamed(bookingId)} of ${person(uid)} is shipped: ${carrier}, ${trackingNumber}`
            : `${actor} shipped ${orderNamed(bookingId)} to ${person(uid)} with ${carrier}, ${trackingNumber}`,
      },
      BookingDelivered: {
        shows: about,
        says: ({ data: { bookingId, uid } }, { person }) =>
          `${capital(orderNamed(bookingId))} was delivered to ${person(uid)}`,
      },
      BookingNoted: {
        shows: ['bookingId', 'uid', 'noteId', 'note', 'by'],
        says: ({ data: { bookingId, note } }, { actor }) => `${actor} noted of ${orderNamed(bookingId)}: ${note}`,
      },
      CheckoutPlaced: {
        shows: ['checkoutId', 'uid', 'personEmail', 'buyerName', 'location', 'phone', 'orders'],
        says: ({ data: { uid, orders } }, { person }) =>
          `${person(uid)} ordered ${orders.length === 1 ? 'a tool' : `${orders.length} tools`} together for ${formatMoney(priceOf(orders))}`,
      },
      CheckoutAbandoned: {
        shows: ['checkoutId', 'refused'],
        says: ({ data: { refused } }) =>
          refused === undefined
            ? 'A checkout that never came whole was given up'
            : `A checkout could not be had whole: ${refused.map(({ because }) => because).join('; ')}`,
      },
      BulkDeletionRequested: {
        shows: ['bookingIds'],
        says: ({ data: { bookingIds } }, { actor }) =>
          `${actor} asked to delete ${bookingIds.length} unpaid ${bookingIds.length === 1 ? 'order' : 'orders'}`,
      },
      OrdersExported: {
        shows: ['by', 'wanted'],
        says: ({ data: { wanted } }, { actor }) =>
          `${actor} took a copy of ${Object.keys(wanted).length === 0 ? 'all orders' : 'orders'}, with whose they are and where they go`,
      },
    },
  });

const unmatched = {
  gone: 'the order is gone',
  'paid before': 'it was paid before',
  'another amount': 'it is another amount',
} as const;

const toTheShelf = (pieces: number) =>
  pieces === 0 ? '' : ` and put ${inDigits(pieces)} ${pieces === 1 ? 'piece' : 'pieces'} back on the shelf`;

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;
