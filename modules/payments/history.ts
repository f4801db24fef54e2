import { history, orderNamed } from '../kernel/history.ts';
import { formatMoney } from '../kernel/values/money.ts';
import type { IntentLinked, OrderToPayChosen, PaymentEvent } from './events.ts';
import { paymentView } from './payment-view.ts';

const about = ['paymentId', 'amount', 'orders'] as const;
const share = ['bookingId', 'uid', 'amount'] as const;

const ordersIn = (orders: readonly { readonly bookingId: string }[]) =>
  orders.map(({ bookingId }) => orderNamed(bookingId)).join(', ');

/** How what happened to payments is told. */
export const paymentHistory = history<PaymentEvent | IntentLinked | OrderToPayChosen>({
  streams: ['payment', 'intent', 'order-choice'],
  views: [paymentView],
  events: {
    PaymentOpened: {
      shows: about,
      says: ({ data: { amount, orders } }) => `A payment of ${formatMoney(amount)} was begun for ${ordersIn(orders)}`,
    },
    IntentAttempted: {
      shows: ['paymentId', 'attempt', 'at'],
      says: () => 'The provider is asked for a way to pay',
    },
    IntentCreated: {
      shows: ['paymentId', 'intentId', 'attempt', 'amount'],
      says: ({ data: { amount } }) => `The provider made a way to pay ${formatMoney(amount)}`,
    },
    PaymentFailed: {
      shows: [...about, 'intentId', 'code', 'declineCode'],
      says: ({ data: { orders, declineCode, code } }) =>
        `A card was refused for ${ordersIn(orders)}${inWords([code, declineCode])}`,
    },
    PaymentClosed: {
      shows: about,
      says: ({ data: { orders } }) => `The payment of ${ordersIn(orders)} takes no money any more`,
    },
    PaymentCanceled: {
      shows: about,
      says: ({ data: { orders } }) => `The payment of ${ordersIn(orders)} was cancelled`,
    },
    PaymentSucceeded: {
      shows: [...about, 'intentId', 'expected', 'receivedAt'],
      says: ({ data: { amount, orders } }) => `${formatMoney(amount)} arrived for ${ordersIn(orders)}`,
    },
    RefundAttempted: {
      shows: ['paymentId', 'intentId', 'refundId', 'attempt', 'at', ...share],
      says: ({ data: { amount, bookingId } }) =>
        `The provider is asked to give back ${formatMoney(amount)} of ${orderNamed(bookingId)}`,
    },
    RefundChanged: {
      shows: [
        'paymentId',
        'intentId',
        'refundId',
        'providerRefundId',
        'state',
        'before',
        'madeAt',
        'because',
        ...share,
      ],
      says: ({ data: { amount, bookingId, state, because } }) =>
        `The refund of ${formatMoney(amount)} of ${orderNamed(bookingId)} is ${refundStates[state]}${inWords([because])}`,
    },
    RefundGivenElsewhere: {
      shows: ['paymentId', 'refundId', ...share],
      says: ({ data: { amount, bookingId } }) =>
        `${formatMoney(amount)} of ${orderNamed(bookingId)} went back in another way, and stay with the provider`,
    },
    DisputeChanged: {
      shows: [...about, 'intentId', 'disputeId', 'state', 'before', 'amountBefore', 'openedAt'],
      says: ({ data: { amount, orders, state } }) =>
        `${formatMoney(amount)} of ${ordersIn(orders)} ${disputeStates[state]}`,
    },
    PaymentMessageHeard: {
      shows: ['paymentId', 'intentId', 'eventId', 'kind', 'at'],
      says: ({ data: { kind } }) => `The provider said what changed nothing by itself (${kind})`,
    },
    IntentLinked: {
      shows: ['intentId', 'paymentId'],
      says: () => 'A way to pay was linked to its payment',
    },
    OrderToPayChosen: {
      shows: ['bookingId', 'uid'],
      says: ({ data: { bookingId, uid } }, { person }) =>
        `${person(uid)} wants to pay ${orderNamed(bookingId)}, the oldest of its price`,
    },
  },
});

/** What the provider said of it, in its own words; its codes are words too, with an underscore in the place of a space. */
function inWords(said: readonly (string | undefined)[]): string {
  const words = said.filter((one) => one !== undefined);
  return words.length > 0 ? ` (${words.map(withSpaces).join(', ')})` : '';
}

const withSpaces = (words: string) => (words.includes(' ') ? words : words.replaceAll('_', ' '));

const refundStates = {
  pending: 'on its way',
  succeeded: 'done',
  failed: 'not possible',
  canceled: 'called off',
} as const;

const disputeStates = {
  open: 'is disputed by a bank',
  won: 'was disputed by a bank, and is the shop’s',
  lost: 'was disputed by a bank, and is lost',
} as const;
