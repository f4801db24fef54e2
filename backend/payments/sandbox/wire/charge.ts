import type Stripe from 'stripe';
import type { Charge } from '../objects/charge.ts';
import type { Intent, UsedCard } from '../objects/intent.ts';

/** A charge as Stripe's Charge object (https://docs.stripe.com/api/charges/object). */
export function wireCharge(charge: Charge, intent: Intent): Stripe.Charge {
  const { card, status } = charge;
  const isPaid = status === 'succeeded';
  // Only the charge that brought the money can have given some back, or be disputed.
  const paid = isPaid && intent.status === 'succeeded' ? intent : undefined;
  const failure = status === 'failed' ? charge.failure : undefined;
  return {
    id: charge.id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: paid?.refunded ?? 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: card.billingName ?? null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: isPaid,
    created: charge.created,
    currency: intent.currency,
    customer: null,
    description: intent.description ?? null,
    disputed: paid?.disputed === true,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(charge),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: card.id,
    payment_method_details: { card: cardDetails(card), type: 'card' },
    receipt_email: intent.receiptEmail ?? null,
    receipt_number: null,
    receipt_url: null,
    refunded: paid?.refunded === intent.amount,
    // Only who asks for them by `expand` gets them from Stripe, too.
    refunds: null,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  };
}

/** https://docs.stripe.com/declines */
function outcomeOf(charge: Charge): Stripe.Charge.Outcome | null {
  const told = { advice_code: null, network_advice_code: null, network_decline_code: null, risk_level: 'normal' };
  switch (charge.status) {
    case 'pending':
      return null;
    case 'succeeded':
      return {
        ...told,
        network_status: 'approved_by_network',
        reason: null,
        seller_message: 'Payment complete.',
        type: 'authorized',
      };
    case 'failed':
      return {
        ...told,
        network_status: 'declined_by_network',
        reason: charge.failure.declineCode ?? charge.failure.code,
        seller_message: 'The bank did not return any further details with this decline.',
        type: 'issuer_declined',
      };
  }
}

function cardDetails(card: UsedCard): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: null,
    authorization_code: null,
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.cvcGiven ? 'pass' : null,
    },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: 0, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
