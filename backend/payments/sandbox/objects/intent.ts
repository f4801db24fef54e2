import { unexpectedState } from '../requests/stripe-failure.ts';
import type { Card } from './card.ts';
import { declines } from './declines.ts';

/** A card on its way into a payment, with the id and time of its PaymentMethod. */
export type UsedCard = Card & { id: string; created: number; billingName?: string };

export type PaymentFailure = {
  type: 'card_error' | 'invalid_request_error';
  code: string;
  declineCode?: string;
  message: string;
  /** Which of the card's fields is wrong, where one is. */
  param?: string;
  /** Missing when the card was never charged. */
  chargeId?: string;
  card: UsedCard;
};

type Terms = {
  id: string;
  clientSecret: string;
  /** Integer of minor units. */
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  description?: string;
  receiptEmail?: string;
  /** Whether the ways to pay are chosen by the provider; null when they were named. An earlier release kept nothing. */
  automatic?: { enabled: boolean; allow_redirects: 'always' | 'never' } | null;
  /** Seconds since 1970, as everywhere in Stripe's API. */
  created: number;
};

/** A PaymentIntent (https://docs.stripe.com/payments/paymentintents/lifecycle). Only a succeeded one has a charge to give back. */
export type Intent = Terms &
  (
    | { status: 'requires_payment_method'; failure?: PaymentFailure }
    | { status: 'requires_confirmation'; card: UsedCard }
    | { status: 'requires_action'; card: UsedCard }
    /** Charged, and the bank has not said yet. */
    | { status: 'processing'; card: UsedCard; charge: { id: string; created: number } }
    | SucceededState
    | { status: 'canceled'; canceledAt: number; reason?: string }
  );

type SucceededState = {
  status: 'succeeded';
  card: UsedCard;
  charge: { id: string; created: number };
  /** Given back so far or on its way, in minor units; never more than the amount. */
  refunded: number;
  disputed?: boolean;
  /** The customer's bank has taken the money, by a dispute that is open or lost. */
  chargedBack?: boolean;
};

export type SucceededIntent = Terms & SucceededState;

/** What a charge needs from outside: its id, and the time in seconds. */
export type ChargeFacts = { chargeId: string; now: number };

export function newIntent(terms: Terms, card?: UsedCard): Intent {
  return card ? { ...terms, status: 'requires_confirmation', card } : { ...terms, status: 'requires_payment_method' };
}

/**
 * Tries to pay, with a new card or the one the intent has. A declined card is a state, not an error: the intent then
 * asks for another one. Throws StripeFailure when the intent is over or there is no card.
 */
export function confirm(intent: Intent, newCard: UsedCard | undefined, facts: ChargeFacts): Intent {
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  }
  if (intent.status === 'canceled' || intent.status === 'processing') {
    throw unexpectedState(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of ` +
        'the following statuses may be confirmed: requires_payment_method, requires_confirmation, requires_action.',
    );
  }
  const card = newCard ?? (intent.status === 'requires_payment_method' ? undefined : intent.card);
  if (!card) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
        'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.',
    );
  }
  return card.authentication ? { ...termsOf(intent), status: 'requires_action', card } : charged(intent, card, facts);
}

/** The card's owner proved who they are to their bank, or did not. */
export function authenticate(intent: Intent, outcome: 'success' | 'failure', facts: ChargeFacts): Intent {
  if (intent.status !== 'requires_action') {
    throw unexpectedState(
      `This PaymentIntent has a status of ${intent.status}. Only one that requires_action can be authenticated.`,
    );
  }
  if (outcome === 'success') return charged(intent, intent.card, facts);
  return failed(intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
      'PaymentMethod to attempt to fulfill this PaymentIntent again.',
    card: intent.card,
  });
}

/** Throws StripeFailure when the intent is over, or its card is being charged: for cards that is too late, too. */
export function cancel(intent: Intent, reason: string | undefined, now: number): Intent {
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one ` +
        'of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, ' +
        'requires_action.',
    );
  }
  return { ...termsOf(intent), status: 'canceled', canceledAt: now, reason };
}

/** The bank has said at last whether it pays. Nothing when nobody waits for that. */
export function settlePayment(intent: Intent, outcome: 'succeeded' | 'failed'): Intent | undefined {
  if (intent.status !== 'processing') return undefined;
  const { card, charge } = intent;
  if (outcome === 'succeeded') return { ...termsOf(intent), status: 'succeeded', card, charge, refunded: 0 };
  return failed(intent, { type: 'card_error', ...declines.generic, chargeId: charge.id, card });
}

function charged(intent: Intent, card: UsedCard, { chargeId, now }: ChargeFacts): Intent {
  const charge = { id: chargeId, created: now };
  if (card.charge === 'processing') return { ...termsOf(intent), status: 'processing', card, charge };
  if (card.decline) return failed(intent, { type: 'card_error', ...card.decline, chargeId, card });
  return { ...termsOf(intent), status: 'succeeded', card, charge, refunded: 0 };
}

function failed(intent: Intent, failure: PaymentFailure): Intent {
  return { ...termsOf(intent), status: 'requires_payment_method', failure };
}

function termsOf(intent: Intent): Terms {
  const { id, clientSecret, amount, currency, metadata, description, receiptEmail, automatic, created } = intent;
  return { id, clientSecret, amount, currency, metadata, description, receiptEmail, automatic, created };
}
