/** Which message of the provider it is, and which order and intent it is about. */
export type AboutIntent = {
  /** The provider's id of this message; the same message may come any number of times, in any order. */
  eventId: string;
  bookingId: string;
  intentId: string;
  currency: string;
  /** When it happened at the provider, ISO 8601. */
  at: string;
};

/** What the provider tells us about an order's money. Amounts are integers of minor units. */
export type PaymentMessage =
  | (AboutIntent & { kind: 'succeeded'; amount: number })
  | (AboutIntent & { kind: 'failed'; amount: number; message: string; code?: string; declineCode?: string })
  | (AboutIntent & { kind: 'canceled'; amount: number; reason?: string })
  /** `amount` is all that was given back so far, not only this time. */
  | (AboutIntent & { kind: 'refunded'; amount: number; inFull: boolean })
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
  bookingId: string;
  /** Counts the intents of one order. The same order and attempt always gives the same intent. */
  attempt: number;
  /** Integer of minor units (cents). */
  amount: number;
  /** ISO 4217, in lower case as Stripe writes it. */
  currency: string;
  metadata?: Record<string, string>;
};

export type CreatedIntent = { intentId: string; clientSecret: string; status: IntentStatus };

export type IntentReport = CreatedIntent & {
  amount: number;
  amountReceived: number;
  currency: string;
  /** Missing when the intent was not made by this shop. */
  bookingId?: string;
  /** What Stripe said when the last attempt to pay failed, for example "Your card was declined." */
  latestChargeError?: string;
};

export type RefundOrder = {
  intentId: string;
  /** Integer of minor units. */
  amount: number;
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer';
  /** The same key refunds once, however often it is asked. */
  key: string;
};

export type RefundReceipt = {
  refundId: string;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
};

/**
 * What the shop needs of a payment provider.
 *
 * Every call may throw Unavailable (ask again later: nothing is known of the outcome, and asking again with the
 * same attempt or key is safe) or Conflict (asking again will not help; the message is the provider's).
 */
export type PaymentGateway = {
  createIntent(order: NewIntent): Promise<CreatedIntent>;
  intent(intentId: string): Promise<IntentReport>;
  refund(order: RefundOrder): Promise<RefundReceipt>;
  /**
   * Reads a signed message. Throws Invalid when it was not signed with our secret in the last five minutes, or is not of a
   * shape that is known.
   */
  readWebhook(rawBody: Buffer, signatureHeader: string | undefined): PaymentMessage;
};
