import type { Share } from '../booking/money/contract.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';
import type { Money } from '../kernel/values/money.ts';

/** Money is to be taken for these orders together. */
export type PaymentOpened = DomainEvent<
  'PaymentOpened',
  { paymentId: string; amount: Money; orders: readonly Share[] }
>;

/**
 * The provider is about to be asked for an intent, under the key `{paymentId}:{attempt}`: written down before it is asked,
 * so that no key is used for longer than the provider remembers it. `at` is when, ISO 8601.
 */
export type IntentAttempted = DomainEvent<'IntentAttempted', { paymentId: string; attempt: number; at: string }>;

/** The provider made the intent with which the money can be paid. */
export type IntentCreated = DomainEvent<
  'IntentCreated',
  { paymentId: string; intentId: string; attempt: number; amount: Money }
>;

/** The provider says that a card was refused. Another may be tried on the same intent. */
export type PaymentFailed = DomainEvent<
  'PaymentFailed',
  {
    paymentId: string;
    intentId: string;
    amount: Money;
    orders: readonly Share[];
    code?: string;
    declineCode?: string;
  }
>;

/** No intent is made for it any more, and the one that there is is to be cancelled. */
export type PaymentClosed = DomainEvent<
  'PaymentClosed',
  { paymentId: string; amount: Money; orders: readonly Share[] }
>;

/** Nobody can pay it any more: the provider cancelled its intent, or there never was one. */
export type PaymentCanceled = DomainEvent<
  'PaymentCanceled',
  { paymentId: string; amount: Money; orders: readonly Share[] }
>;

/** The provider says that money has arrived. */
export type PaymentSucceeded = DomainEvent<
  'PaymentSucceeded',
  {
    paymentId: string;
    intentId: string;
    /** What arrived. */
    amount: Money;
    /** What the payment was to bring: 0 when it had brought its money before. What does not fit this goes back. */
    expected: Money;
    /** Whose share of what arrived is how much. */
    orders: readonly Share[];
    /** When it arrived, by the provider's clock, ISO 8601: the shop may hear of it days later. Left out when it does not say. */
    receivedAt?: string;
  }
>;

/** The provider is about to be asked to give money back, under the key `{refundId}:{attempt}`, which may have been used since `at`, ISO 8601. */
export type RefundAttempted = DomainEvent<
  'RefundAttempted',
  { paymentId: string; intentId: string; refundId: string; attempt: number; at: string } & Share
>;

/** Where a refund stands at the provider; `attempted` before it has said anything, `none` before it was known. */
export type RefundState = 'pending' | 'succeeded' | 'failed' | 'canceled';
export type FormerRefundState = RefundState | 'none' | 'attempted';

/** The provider was asked, and says where a refund stands: ours, or one that was made in its own dashboard. */
export type RefundChanged = DomainEvent<
  'RefundChanged',
  {
    paymentId: string;
    intentId: string;
    refundId: string;
    /** Missing when it was never made: the provider refused it, or the order had nothing left for it. */
    providerRefundId?: string;
    state: RefundState;
    /** Where it stood before, so that sums need not look back. */
    before: FormerRefundState;
    /** When it was made, by the provider's clock, ISO 8601. Missing when the provider refused to make it. */
    madeAt?: string;
    /** Why it failed, in the provider's words. */
    because?: string;
  } & Share
>;

/**
 * An admin has given the money of a refund that had failed back in another way: the provider has it still, and so much less of
 * what arrived is left for the order.
 */
export type RefundGivenElsewhere = DomainEvent<'RefundGivenElsewhere', { paymentId: string; refundId: string } & Share>;

export type DisputeState = 'open' | 'won' | 'lost';

/** The provider was asked, and says where it stands with money that a customer's bank has taken back, or wants to. */
export type DisputeChanged = DomainEvent<
  'DisputeChanged',
  {
    paymentId: string;
    intentId: string;
    disputeId: string;
    /** As the provider says it: it may be in another currency than the payment, and `orders` are in the payment's then. */
    amount: Money;
    state: DisputeState;
    /** Where it stood before, and how much it was about then: 0 when it was not known. */
    before: DisputeState | 'none';
    amountBefore: Money;
    /** When it was opened, by the provider's clock, ISO 8601. */
    openedAt: string;
    orders: readonly Share[];
  }
>;

/**
 * A message of the provider's was dealt with that changed nothing of the payment by itself: it was known already, is not its
 * last word, or is about a refund or dispute, which the provider was asked after. What a message did change names it as
 * its cause.
 */
export type PaymentMessageHeard = DomainEvent<
  'PaymentMessageHeard',
  {
    paymentId: string;
    intentId: string;
    /** The provider's id of the message. */
    eventId: string;
    kind: 'succeeded' | 'processing' | 'failed' | 'canceled' | 'refund' | 'dispute';
    /** When it happened at the provider, ISO 8601. */
    at: string;
  }
>;

/** Which payment an intent of the provider's is for. Its stream is named by the intent. */
export type IntentLinked = DomainEvent<'IntentLinked', { intentId: string; paymentId: string }>;

/** Which order somebody pays who named none, under the id of their call: one that comes again is about the same. */
export type OrderToPayChosen = DomainEvent<'OrderToPayChosen', { bookingId: string; uid: string }>;

export type PaymentEvent =
  | PaymentOpened
  | IntentAttempted
  | IntentCreated
  | PaymentFailed
  | PaymentClosed
  | PaymentCanceled
  | PaymentSucceeded
  | RefundAttempted
  | RefundChanged
  | RefundGivenElsewhere
  | DisputeChanged
  | PaymentMessageHeard;

export const paymentEvents = storedEvents<PaymentEvent | IntentLinked | OrderToPayChosen>({
  PaymentOpened: { version: 1 },
  IntentAttempted: { version: 1 },
  IntentCreated: { version: 1 },
  PaymentFailed: { version: 1 },
  PaymentClosed: { version: 1 },
  PaymentCanceled: { version: 1 },
  PaymentSucceeded: { version: 1 },
  RefundAttempted: { version: 1 },
  RefundChanged: { version: 1 },
  RefundGivenElsewhere: { version: 1 },
  DisputeChanged: { version: 1 },
  PaymentMessageHeard: { version: 1 },
  IntentLinked: { version: 1 },
  OrderToPayChosen: { version: 1 },
});
