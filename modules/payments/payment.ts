import type { Share } from '../booking/money/contract.ts';
import type { Aggregate } from '../kernel/aggregate.ts';
import type { Money } from '../kernel/values/money.ts';
import type { DisputeState, FormerRefundState, PaymentEvent, RefundState } from './events.ts';

/** Which key the provider was asked under last, and since when it may have been used (ISO 8601). */
export type Attempt = { readonly attempt: number; readonly at: string };

/** A refund of this payment: ours, or one that was found at the provider. */
export type Refund = {
  readonly share: Share;
  readonly intentId: string;
  readonly attempt: number;
  readonly at: string;
  readonly state: 'attempted' | RefundState;
  /** The provider's; missing while nothing was answered, and when it refused. */
  readonly providerRefundId?: string;
  /** Those of former attempts, which are over. */
  readonly former: readonly string[];
  /** How often it was said where it stands. */
  readonly changes: number;
  /** It had failed, the provider having refused it, and is on its way all the same. Else left out. */
  readonly isAfterAll?: true | undefined;
  /** Once it had failed, an admin gave its money back in another way. Else left out. */
  readonly isGivenElsewhere?: true;
};

export type Dispute = {
  readonly amount: Money;
  readonly state: DisputeState;
  /** Its money is gone: it was lost, and an appeal that is open has not brought any back. */
  readonly isLost: boolean;
  /** It was so at some time. */
  readonly wasLost: boolean;
  /** How often it changed: it may be open again after it was lost, so that its state says nothing of what is newer. */
  readonly changes: number;
  readonly intentId: string;
  /** Whose money it is about, as was said last. */
  readonly orders: readonly Share[];
};

/** The wish to take money for some orders together, and what became of it and of the money. */
export type OpenedPayment = {
  /** `closed`: no new intent; `canceled`: and the old one is over. Money that arrives all the same makes it succeed. */
  readonly status: 'open' | 'closed' | 'canceled' | 'succeeded';
  readonly paymentId: string;
  readonly amount: Money;
  readonly orders: readonly Share[];
  readonly attempted?: Attempt;
  /** The intent with which it can be paid. */
  readonly intentId?: string;
  /** What arrived: once, unless something went very wrong at the provider. */
  readonly received: readonly { readonly intentId: string; readonly orders: readonly Share[] }[];
  readonly refunds: ReadonlyMap<string, Refund>;
  readonly disputes: ReadonlyMap<string, Dispute>;
  /** How often refunds and disputes have changed. */
  readonly changes: number;
};

export type Payment = { readonly status: 'none' } | OpenedPayment;

export const payment: Aggregate<Payment, PaymentEvent> = { name: 'payment', initial: { status: 'none' }, evolve };

function evolve(state: Payment, event: PaymentEvent): Payment {
  if (event.type === 'PaymentOpened') {
    if (state.status !== 'none') return state;
    return { ...event.data, status: 'open', received: [], refunds: new Map(), disputes: new Map(), changes: 0 };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'IntentAttempted':
      return { ...state, attempted: { attempt: event.data.attempt, at: event.data.at } };
    case 'IntentCreated':
      // It may have been on its way when the payment was given up, and is now to be cancelled.
      return { ...state, status: state.status === 'canceled' ? 'closed' : state.status, intentId: event.data.intentId };
    case 'PaymentClosed':
      return state.status === 'open' ? { ...state, status: 'closed' } : state;
    case 'PaymentCanceled':
      return state.status === 'succeeded' ? state : { ...state, status: 'canceled' };
    case 'PaymentSucceeded': {
      const { intentId, orders } = event.data;
      return { ...state, status: 'succeeded', received: [...state.received, { intentId, orders }] };
    }
    case 'RefundAttempted': {
      const { refundId, intentId, attempt, at, bookingId, uid, amount } = event.data;
      const before = state.refunds.get(refundId);
      const former = [...(before?.former ?? []), ...(before?.providerRefundId ? [before.providerRefundId] : [])];
      const stands = { attempt, at, state: 'attempted', former, changes: before?.changes ?? 0 } as const;
      const refund = { share: { bookingId, uid, amount }, intentId, ...stands };
      return { ...state, refunds: new Map(state.refunds).set(refundId, refund) };
    }
    case 'RefundChanged': {
      const { refundId, providerRefundId, intentId, bookingId, uid, amount, state: stands } = event.data;
      const found = { share: { bookingId, uid, amount }, intentId, attempt: 0, at: '', former: [], changes: 0 };
      const before: Omit<Refund, 'state'> = state.refunds.get(refundId) ?? found;
      const isAfterAll = stands === 'pending' && hasFailed(event.data.before) ? (true as const) : undefined;
      const refund = { ...before, providerRefundId, state: stands, changes: before.changes + 1, isAfterAll };
      return { ...state, refunds: new Map(state.refunds).set(refundId, refund), changes: state.changes + 1 };
    }
    case 'RefundGivenElsewhere': {
      const { refundId } = event.data;
      const before = state.refunds.get(refundId);
      if (!before) return state;
      const refund = { ...before, isGivenElsewhere: true } as const;
      return { ...state, refunds: new Map(state.refunds).set(refundId, refund), changes: state.changes + 1 };
    }
    case 'DisputeChanged': {
      const { disputeId, amount, intentId, orders } = event.data;
      const before = state.disputes.get(disputeId);
      const isLost = event.data.state === 'lost' || (event.data.state === 'open' && before?.isLost === true);
      const wasLost = isLost || before?.wasLost === true;
      const changes = (before?.changes ?? 0) + 1;
      const dispute = { amount, state: event.data.state, isLost, wasLost, changes, intentId, orders };
      return { ...state, disputes: new Map(state.disputes).set(disputeId, dispute), changes: state.changes + 1 };
    }
    default: // What concerns decisions no more, and what a newer release wrote.
      return state;
  }
}

/** Whether a refund is of what came once more, after the payment had brought what it was to bring: that paid no order. */
export function isOfMore({ received: [paid] }: OpenedPayment, { intentId }: Refund): boolean {
  return paid !== undefined && intentId !== paid.intentId;
}

/** What is left of what arrived with an intent, less what went back or is on its way, be it in another way, by order. */
export function leftOf(payment: OpenedPayment, intentId: string): readonly Share[] {
  return lessGone(payment, intentId, (refund) => Number(isLive(refund)) + Number(refund.isGivenElsewhere === true));
}

/** The same as the provider has it, who knows of no other way. */
export function leftAtProvider(payment: OpenedPayment, intentId: string): readonly Share[] {
  return lessGone(payment, intentId, (refund) => Number(isLive(refund)));
}

/** Whether its money has not gone, or has come back. */
export const hasFailed = (state: FormerRefundState | Refund['state']) => state === 'failed' || state === 'canceled';

const isLive = ({ state }: Refund) => !hasFailed(state);

/** @param times how often the money of a refund is gone */
function lessGone(
  { received, refunds }: OpenedPayment,
  intentId: string,
  times: (refund: Refund) => number,
): readonly Share[] {
  const orders = received.find((arrived) => arrived.intentId === intentId)?.orders ?? [];
  return orders.map((share) => {
    const gone = [...refunds.values()]
      .filter((refund) => refund.intentId === intentId && refund.share.bookingId === share.bookingId)
      .reduce((sum, refund) => sum + times(refund) * refund.share.amount.amount, 0);
    return { ...share, amount: { ...share.amount, amount: Math.max(0, share.amount.amount - gone) } };
  });
}

/**
 * How much is lost in disputes of what the payment's orders paid, each order with its share, which may be nothing. What is lost is
 * of what is left after refunds, so that no order's money is gone twice, and none is left when all is gone: of the orders that each
 * dispute was said to be about as far as they have so much left, and else of the first that have.
 */
export function lossesOf(payment: OpenedPayment): readonly Share[] {
  const [paid] = payment.received;
  if (!paid) return [];
  const lost = [...payment.disputes.values()].filter(({ isLost, intentId }) => isLost && intentId === paid.intentId);
  const left = leftOf(payment, paid.intentId);
  const { currency } = left[0]?.amount ?? payment.amount;
  const about = lost.flatMap(({ orders }) => orders);
  const said = left.map((share) => Math.min(amountIn(about, share), share.amount.amount));
  const all = lost.map(({ amount, orders }) =>
    amount.currency === currency ? amount.amount : sumIn(orders, currency),
  );
  let rest = all.reduce((sum, amount) => sum + amount, 0) - said.reduce((sum, amount) => sum + amount, 0);
  return left.map((share, nth) => {
    const own = said[nth] ?? 0;
    const more = Math.min(rest, share.amount.amount - own);
    rest -= more;
    return { ...share, amount: { ...share.amount, amount: own + more } };
  });
}

/** How much of the shares is the same order's, in the same currency. */
const amountIn = (shares: readonly Share[], { bookingId, amount }: Share) =>
  sumIn(
    shares.filter((share) => share.bookingId === bookingId),
    amount.currency,
  );

/** How much the shares are in a currency: what is in another one cannot be added to it. */
const sumIn = (shares: readonly Share[], currency: string) =>
  shares.reduce((sum, { amount }) => sum + (amount.currency === currency ? amount.amount : 0), 0);

/**
 * What is left of what arrived with a dispute's intent, less what others took; of one that is not lost, also less what they may take:
 * whose money it is about. Where it is lost, those that may still be won take nothing yet, as for `lossesOf`.
 */
export function undisputedOf(
  payment: OpenedPayment,
  { intentId, disputeId, isLost }: { intentId: string; disputeId: string; isLost: boolean },
): readonly Share[] {
  const others = [...payment.disputes]
    .filter(([id, other]) => id !== disputeId && (other.isLost || (!isLost && other.state === 'open')))
    .flatMap(([, other]) => (other.intentId === intentId ? other.orders : []));
  return leftOf(payment, intentId).map((share) => {
    const amount = Math.max(0, share.amount.amount - amountIn(others, share));
    return { ...share, amount: { ...share.amount, amount } };
  });
}
