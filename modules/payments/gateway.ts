import { Unavailable } from '../kernel/errors.ts';

/** What every message of the provider has. */
type Message = {
  /** The provider's id of this message; the same message may come any number of times, in any order. */
  eventId: string;
  /** When it happened at the provider, ISO 8601. */
  at: string;
};

/** A message about an intent that carries the id of a payment. Whether it is a payment of this shop, its log says. */
export type AboutIntent = Message & { paymentId: string; intentId: string; amount: number; currency: string };

/**
 * What the provider tells us about money. Amounts are integers of minor units. A message is a reason to ask, and not
 * the last word: messages come late, twice and in any order.
 */
export type PaymentMessage =
  /** `amount` is what was received. */
  | (AboutIntent & { kind: 'succeeded' })
  | (AboutIntent & { kind: 'processing' })
  | (AboutIntent & { kind: 'failed'; message: string; code?: string; declineCode?: string })
  | (AboutIntent & { kind: 'canceled'; reason?: string })
  /**
   * Something changed about a refund, also one that was made in the provider's own dashboard. Without
   * `providerRefundId` the message does not say about which: all of the intent's have to be looked at.
   */
  | (Message & { kind: 'refund'; providerRefundId?: string; intentId: string })
  | (Message & { kind: 'dispute'; disputeId: string; intentId: string })
  | { kind: 'ignored'; eventId: string; type: string };

/** Where a PaymentIntent stands, in Stripe's words. Only `succeeded` is money received; `succeeded` and `canceled` are final. */
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export type NewIntent = {
  paymentId: string;
  /** Counts the intents of one payment. The same payment and attempt always gives the same intent, for a day. */
  attempt: number;
  /** Integer of minor units (cents). */
  amount: number;
  /** ISO 4217, in lower case as Stripe writes it. */
  currency: string;
};

export type CreatedIntent = { intentId: string; clientSecret: string; status: IntentStatus };

export type IntentReport = CreatedIntent & {
  amount: number;
  amountReceived: number;
  currency: string;
  /** Missing when the intent was not made by a shop like this one. */
  paymentId?: string;
  /** When the money arrived, ISO 8601; missing when it has not, or nobody says. */
  receivedAt?: string;
  /** What Stripe said when the last attempt to pay failed, for example "Your card was declined." */
  latestChargeError?: string;
};

export type RefundOrder = {
  intentId: string;
  /** Our own id of the refund; the provider's refund carries it in its metadata. */
  refundId: string;
  /** Counts how often it was begun anew. The same refund and attempt refunds once, however often it is asked, for a day. */
  attempt: number;
  /** Integer of minor units. */
  amount: number;
  /** In the provider's words, of which there are three; what the shop was told of the reason stays here. */
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer';
};

/**
 * A refund as the provider knows it. `pending` counts as on its way; `succeeded` may still become `failed` weeks later,
 * when the customer's bank sends the money back.
 */
export type ProviderRefund = {
  providerRefundId: string;
  intentId: string;
  /** Our own id; missing for one that was made in the provider's dashboard. */
  refundId?: string;
  /** Integer of minor units. */
  amount: number;
  currency: string;
  state: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /** In the provider's words, `expired_or_canceled_card` say. */
  failureReason?: string;
  /** When it was made, ISO 8601. */
  at: string;
};

/**
 * What a customer's bank has taken back, or wants to. `won`: it was given back, or was never taken. A dispute that was
 * lost can be `open` again, and won, after an appeal.
 */
export type ProviderDispute = {
  disputeId: string;
  intentId: string;
  /** Integer of minor units; of what was paid it may be a part. */
  amount: number;
  currency: string;
  state: 'open' | 'won' | 'lost';
  /** It is open since it was lost, and is looked at again. Else left out. */
  isAppeal?: true;
  /** When it was opened, ISO 8601. */
  at: string;
};

/** A page of a list of the provider's. `next` names the page after it; left out of the last one. */
export type ProviderPage<Item> = { readonly items: readonly Item[]; readonly next?: string };

/**
 * The provider answered that it failed itself (a 5xx) or others whom it needs, that the key had been used in other words, or that
 * it takes nothing for this shop, or does not tell of something: whether it did what was asked is mostly not known, and it keeps that answer under the key, so that
 * asking again with the same attempt gives the same answer for a day. Look first whether it was done, and only then begin a new attempt.
 */
export class AnsweredWithFault extends Unavailable {
  override name = 'AnsweredWithFault';
}

/**
 * What the shop needs of a payment provider.
 *
 * Idempotency keys are made of ids and attempts, and are good for 23 hours: the provider forgets them after a day, and
 * would do the same a second time. Every call may throw
 * - Unavailable: nothing was answered, and nothing is known of the outcome; asking again with the same attempt is safe;
 * - AnsweredWithFault, one of those: nothing is known either, and the attempt is spent;
 * - Conflict: the provider refuses; asking again will not help; the message is the provider's. Of calls that only read: it knows of no such thing.
 */
export type PaymentGateway = {
  createIntent(payment: NewIntent): Promise<CreatedIntent>;
  intent(intentId: string): Promise<IntentReport>;
  /**
   * Cancels an intent, and says what it is then. `canceled` also when it was that before; `succeeded` or `processing`
   * when it is too late, without an error. Cancelling twice is cancelling once, so it needs no attempts.
   */
  cancelIntent(intentId: string): Promise<IntentReport>;
  /** @throws Conflict also for more than is left of what was received. */
  refund(order: RefundOrder): Promise<ProviderRefund>;
  /** All refunds of an intent, whoever made them, oldest first. */
  refunds(intentId: string): Promise<ProviderRefund[]>;
  refundById(providerRefundId: string): Promise<ProviderRefund>;
  dispute(disputeId: string): Promise<ProviderDispute>;
  /**
   * Refunds that were made since then (ISO 8601), whoever made them and of whichever shop, newest first. Those of money that came
   * without an intent are left out: this shop takes none.
   * @param after the `next` of the page before
   */
  refundsSince(at: string, after?: string): Promise<ProviderPage<ProviderRefund>>;
  /** Disputes that were opened since then, likewise. */
  disputesSince(at: string, after?: string): Promise<ProviderPage<ProviderDispute>>;
  /**
   * Reads a signed message. Throws Invalid when it was not signed with our secret in the last five minutes, or is not of a
   * shape that is known.
   */
  readWebhook(rawBody: Buffer, signatureHeader: string | undefined): PaymentMessage | Promise<PaymentMessage>;
};
