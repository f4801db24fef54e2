import type { StockReleased, StockReserved } from '../../catalog/stock/contract.ts';
import type { CheckoutPlaced } from '../checkouts/contract.ts';
import type {
  BookingAbandoned,
  BookingDeleted,
  BookingDelivered,
  BookingExpired,
  BookingNoted,
  BookingPacked,
  BookingPersonForgotten,
  BookingShipped,
  BulkDeletionRequested,
  CheckoutAbandoned,
  OrdersExported,
  ToolBooked,
} from '../events.ts';
import type {
  BookingLossChanged,
  BookingPaid,
  BookingPaymentClosed,
  BookingPaymentOpened,
  BookingRefundBegun,
  BookingRefunded,
  BookingRefundFailed,
  MoneyReceived,
  PaymentUnmatched,
  RefundRequested,
  RefundSettled,
} from '../money/contract.ts';

/** Events of an order as specs need them: the usual case, but for what the sentence is about. */

const price = { amount: 1999, currency: 'usd' };

export const toolBooked = (but: Partial<ToolBooked['data']> = {}): ToolBooked => ({
  type: 'ToolBooked',
  data: {
    bookingId: 'b1',
    toolId: 't1',
    toolName: 'Claw Hammer',
    uid: 'u1',
    personEmail: 'mina@example.com',
    buyerName: 'Mina',
    location: 'Dhaka',
    phone: '+880 1',
    quantity: 1,
    price,
    ...but,
  },
});

export const bookingPaymentOpened = (but: Partial<BookingPaymentOpened['data']> = {}): BookingPaymentOpened => ({
  type: 'BookingPaymentOpened',
  data: { bookingId: 'b1', uid: 'u1', paymentId: 'p1', amount: price, ...but },
});

export const bookingPaymentClosed = (but: Partial<BookingPaymentClosed['data']> = {}): BookingPaymentClosed => ({
  type: 'BookingPaymentClosed',
  data: { bookingId: 'b1', uid: 'u1', paymentId: 'p1', amount: price, ...but },
});

/** An order that holds much of what was on the shelf. */
export const largeOrderBooked = (): ToolBooked => toolBooked({ large: true });

/** One of several that were ordered together. */
export const toolBookedTogether = (): ToolBooked => toolBooked({ checkoutId: 'c1' });

export const bookingPaid = (but: Partial<{ bookingId: string; uid: string; toolId: string } & MoneyReceived> = {}) => ({
  type: 'BookingPaid' as const,
  data: { bookingId: 'b1', uid: 'u1', toolId: 't1', paymentId: 'p1', amount: price, ...but },
});

/** The last of several orders that were paid together, and one of the others. */
export const lastPaidTogether = (): BookingPaid => ({
  type: 'BookingPaid',
  data: { bookingId: 'b1', uid: 'u1', toolId: 't1', paymentId: 'p1', amount: price, receiptOf: ['b2', 'b1'] },
});
export const otherPaidTogether = (): BookingPaid => ({
  type: 'BookingPaid',
  data: { bookingId: 'b2', uid: 'u1', toolId: 't1', paymentId: 'p1', amount: price, receiptOf: [] },
});

/** An order that costs nothing, and its payment. */
export const bookedForNothing = (): [ToolBooked, BookingPaid] => {
  const nothing = { amount: 0, currency: 'usd' };
  return [
    toolBooked({ price: nothing }),
    { type: 'BookingPaid', data: { bookingId: 'b1', uid: 'u1', toolId: 't1', free: true, amount: nothing } },
  ];
};

export const refundRequested = (but: Partial<RefundRequested['data']> = {}): RefundRequested => ({
  type: 'RefundRequested',
  data: {
    refundId: 'r1',
    bookingId: 'b1',
    uid: 'u1',
    paymentId: 'p1',
    toolId: 't1',
    amount: price,
    reason: 'It is bent.',
    restock: 0,
    by: 'a1',
    ...but,
  },
});

/** What is owed of money that fitted no order. */
export const returnRequested = (but: Partial<RefundRequested['data']> = {}): RefundRequested =>
  refundRequested({ unmatched: true, reason: 'It fits no order.', by: 'system', intentId: 'pi_1', ...but });

/** A refund that had failed is begun anew. */
export const refundRetried = (but: Partial<RefundRequested['data']> = {}): RefundRequested =>
  refundRequested({ again: true, ...but });

const aboutRefund = { refundId: 'r1', bookingId: 'b1', uid: 'u1', toolId: 't1', paymentId: 'p1', amount: price };

export const bookingRefundBegun = (but: Partial<BookingRefundBegun['data']> = {}): BookingRefundBegun => ({
  type: 'BookingRefundBegun',
  data: { ...aboutRefund, ...but },
});

export const bookingRefunded = (but: Partial<BookingRefunded['data']> = {}): BookingRefunded => ({
  type: 'BookingRefunded',
  data: { ...aboutRefund, kept: { ...price, amount: 0 }, ...but },
});

export const bookingRefundFailed = (but: Partial<BookingRefundFailed['data']> = {}): BookingRefundFailed => ({
  type: 'BookingRefundFailed',
  data: { ...aboutRefund, kept: price, wasRefunded: false, ...but },
});

export const bookingLossChanged = (but: Partial<BookingLossChanged['data']> = {}): BookingLossChanged => {
  const { refundId: _, ...about } = aboutRefund;
  return { type: 'BookingLossChanged', data: { ...about, change: 1, ...but } };
};

export const refundSettled = (but: Partial<RefundSettled['data']> = {}): RefundSettled => ({
  type: 'RefundSettled',
  data: { ...aboutRefund, how: 'elsewhere', note: 'By a transfer.', by: 'a1', ...but },
});

/** What goes with it, where it went back in another way than through the provider. */
export const refundedElsewhere = (but: Partial<BookingRefunded['data']> = {}): BookingRefunded =>
  bookingRefunded({ elsewhere: true, ...but });

/** Of money that fitted no order, and stays with the shop. */
export const unmatchedNotOwed = (): RefundSettled => refundSettled({ unmatched: true, how: 'not owed' });

/** Of money that fitted no order. */
export const unmatchedRefundBegun = (): BookingRefundBegun => bookingRefundBegun({ unmatched: true });

export const unmatchedRefunded = (): BookingRefunded => bookingRefunded({ unmatched: true });

export const unmatchedRefundFailed = (): BookingRefundFailed => bookingRefundFailed({ unmatched: true });

export const bookingDeleted = (but: Partial<BookingDeleted['data']> = {}): BookingDeleted => ({
  type: 'BookingDeleted',
  data: { bookingId: 'b1', uid: 'u1', toolId: 't1', amount: price, by: 'u1', ...but },
});

export const bookingExpired = (but: Partial<BookingExpired['data']> = {}): BookingExpired => ({
  type: 'BookingExpired',
  data: { bookingId: 'b1', uid: 'u1', toolId: 't1', amount: price, ...but },
});

export const bookingAbandoned = (but: Partial<BookingAbandoned['data']> = {}): BookingAbandoned => ({
  type: 'BookingAbandoned',
  data: { bookingId: 'b1', toolId: 't1', ...but },
});

export const bookingPersonForgotten = (but: Partial<BookingPersonForgotten['data']> = {}): BookingPersonForgotten => ({
  type: 'BookingPersonForgotten',
  data: { bookingId: 'b1', uid: 'u1', ...but },
});

export const paymentUnmatched = (but: Partial<PaymentUnmatched['data']> = {}): PaymentUnmatched => ({
  type: 'PaymentUnmatched',
  data: { bookingId: 'b1', uid: 'u1', paymentId: 'p1', amount: price, because: 'gone', ...but },
});

/** The last of several orders that were to be paid together is gone. */
export const lastUnmatched = (): PaymentUnmatched => paymentUnmatched({ receiptOf: ['b2', 'b1'] });

const aboutParcel = { bookingId: 'b1', uid: 'u1', toolId: 't1', by: 'a1' };

export const bookingPacked = (but: Partial<BookingPacked['data']> = {}): BookingPacked => ({
  type: 'BookingPacked',
  data: { ...aboutParcel, ...but },
});

export const bookingShipped = (but: Partial<BookingShipped['data']> = {}): BookingShipped => ({
  type: 'BookingShipped',
  data: { ...aboutParcel, carrier: 'Sundarban Courier', trackingNumber: 'SB 123', ...but },
});

/** What was said of how an order was shipped was wrong. */
export const shippingCorrected = (but: Partial<BookingShipped['data']> = {}): BookingShipped =>
  bookingShipped({ trackingNumber: 'SB 124', corrects: true, ...but });

export const bookingDelivered = (but: Partial<BookingDelivered['data']> = {}): BookingDelivered => ({
  type: 'BookingDelivered',
  data: { ...aboutParcel, ...but },
});

export const bookingNoted = (but: Partial<BookingNoted['data']> = {}): BookingNoted => ({
  type: 'BookingNoted',
  data: { bookingId: 'b1', uid: 'u1', noteId: 'n1', note: 'Rings before delivery.', by: 'a1', ...but },
});

export const checkoutPlaced = (but: Partial<CheckoutPlaced['data']> = {}): CheckoutPlaced => ({
  type: 'CheckoutPlaced',
  data: {
    checkoutId: 'c1',
    uid: 'u1',
    personEmail: 'mina@example.com',
    buyerName: 'Mina',
    location: 'Dhaka',
    phone: '+880 1',
    orders: [{ bookingId: 'b1', toolId: 't1', toolName: 'Claw Hammer', quantity: 1, price }],
    ...but,
  },
});

export const checkoutAbandoned = (but: Partial<CheckoutAbandoned['data']> = {}): CheckoutAbandoned => ({
  type: 'CheckoutAbandoned',
  data: { checkoutId: 'c1', ...but },
});

/** Some of it could not be had. */
export const checkoutRefused = (): CheckoutAbandoned =>
  checkoutAbandoned({ refused: [{ line: 1, toolId: 't2', because: 'Only 0 left' }] });

export const bulkDeletionRequested = (): BulkDeletionRequested => ({
  type: 'BulkDeletionRequested',
  data: { bookingIds: ['b1', 'b2'] },
});

export const ordersExported = (but: Partial<OrdersExported['data']> = {}): OrdersExported => ({
  type: 'OrdersExported',
  data: {
    by: 'u9',
    wanted: { status: 'paid', since: '2026-01-01', uid: 'u1', isSearch: true },
    ...but,
  },
});

/** What the catalog tells of pieces that are set aside, and given back. */

export const stockReserved = (but: Partial<StockReserved['data']> = {}): StockReserved => ({
  type: 'StockReserved',
  data: { toolId: 't1', bookingId: 'b1', quantity: 1, unitPrice: price, ...but },
});

export const stockReleased = (but: Partial<StockReleased['data']> = {}): StockReleased => ({
  type: 'StockReleased',
  data: { toolId: 't1', bookingId: 'b1', quantity: 1, ...but },
});
