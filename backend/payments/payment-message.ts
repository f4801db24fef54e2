import type Stripe from 'stripe';
import type { AboutIntent, PaymentMessage } from '../../modules/payments/gateway.ts';

/** Puts a verified Stripe event into our words. Events of other types, or not of an order of ours, are `ignored`. */
export function paymentMessage(event: Stripe.Event): PaymentMessage {
  const ignored: PaymentMessage = { kind: 'ignored', eventId: event.id, type: event.type };
  switch (event.type) {
    case 'payment_intent.succeeded': {
      const intent = event.data.object;
      const about = aboutIntent(event, intent.metadata, intent.id, intent.currency);
      return about ? { kind: 'succeeded', ...about, amount: intent.amount_received } : ignored;
    }
    case 'payment_intent.payment_failed': {
      const intent = event.data.object;
      const about = aboutIntent(event, intent.metadata, intent.id, intent.currency);
      const { message = 'The payment failed.', code, decline_code } = intent.last_payment_error ?? {};
      return about
        ? { kind: 'failed', ...about, amount: intent.amount, message, code, declineCode: decline_code }
        : ignored;
    }
    case 'payment_intent.canceled': {
      const intent = event.data.object;
      const about = aboutIntent(event, intent.metadata, intent.id, intent.currency);
      return about
        ? { kind: 'canceled', ...about, amount: intent.amount, reason: intent.cancellation_reason ?? undefined }
        : ignored;
    }
    case 'charge.refunded': {
      const charge = event.data.object;
      const intent = charge.payment_intent;
      const intentId = typeof intent === 'string' ? intent : intent?.id;
      // A charge carries a copy of its intent's metadata, so the order is known here too.
      const about = intentId ? aboutIntent(event, charge.metadata, intentId, charge.currency) : undefined;
      return about ? { kind: 'refunded', ...about, amount: charge.amount_refunded, inFull: charge.refunded } : ignored;
    }
    default:
      return ignored;
  }
}

function aboutIntent(
  event: Stripe.Event,
  metadata: Stripe.Metadata,
  intentId: string,
  currency: string,
): AboutIntent | undefined {
  const { bookingId } = metadata;
  if (!bookingId) return undefined;
  return { eventId: event.id, bookingId, intentId, currency, at: new Date(event.created * 1000).toISOString() };
}
