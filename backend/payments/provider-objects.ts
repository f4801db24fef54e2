import type {
  CreatedIntent,
  IntentReport,
  IntentStatus,
  ProviderDispute,
  ProviderRefund,
} from '../../modules/payments/gateway.ts';
import { GatewayRefused } from './payment-errors.ts';
import type { DisputeShape, IntentShape, RefundShape } from './provider-shapes.ts';

export function createdIntent({ id, client_secret: clientSecret, status }: IntentShape): CreatedIntent {
  return { intentId: id, clientSecret, status: intentStatus(status) };
}

export function intentReport(intent: IntentShape): IntentReport {
  return {
    ...createdIntent(intent),
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    paymentId: intent.metadata.paymentId,
    latestChargeError: intent.last_payment_error?.message ?? undefined,
    ...receivedAt(intent),
  };
}

/** When the charge was made that brought the money; nothing where it has brought none, or was not sent along. */
function receivedAt({ status, latest_charge: charge }: IntentShape): Pick<IntentReport, 'receivedAt'> {
  if (status !== 'succeeded' || !charge || typeof charge === 'string') return {};
  return { receivedAt: new Date(charge.created * 1_000).toISOString() };
}

const intentStatuses: readonly IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'succeeded',
  'canceled',
];

/** A status Stripe may add one day is neither money nor an end: read it as still going on. */
function intentStatus(status: string): IntentStatus {
  return intentStatuses.find((known) => known === status) ?? 'processing';
}

/** @throws GatewayRefused for a refund of a charge that belongs to no intent: this shop makes none. */
export function providerRefund(refund: RefundShape): ProviderRefund {
  return {
    providerRefundId: refund.id,
    intentId: intentIdOf(refund),
    refundId: refund.metadata?.refundId,
    amount: refund.amount,
    currency: refund.currency,
    state: refundState(refund.status),
    failureReason: refund.failure_reason ?? undefined,
    at: timeOf(refund.created),
  };
}

/** What needs an action of the customer's is on its way like what is pending; so is what Stripe may add one day. */
function refundState(status: string | null): ProviderRefund['state'] {
  switch (status) {
    case 'succeeded':
    case 'failed':
    case 'canceled':
      return status;
    default:
      return 'pending';
  }
}

/** @throws GatewayRefused for a dispute about a charge that belongs to no intent: this shop makes none. */
export function providerDispute(dispute: DisputeShape): ProviderDispute {
  return {
    disputeId: dispute.id,
    intentId: intentIdOf(dispute),
    amount: dispute.amount,
    currency: dispute.currency,
    state: disputeState(dispute),
    ...(dispute.status.startsWith('appeal_') && { isAppeal: true }),
    at: timeOf(dispute.created),
  };
}

/**
 * https://docs.stripe.com/disputes/how-disputes-work: an inquiry (`warning_…`) takes no money unless it is escalated. One that was
 * `prevented` was answered before it was one, in either of two ways: the buyer was shown what they bought, or was given their
 * money at once, without a refund that would say so (Visa's Rapid Dispute Resolution). Which of them, only what was moved for it tells.
 */
function disputeState({ status, balance_transactions: moved }: DisputeShape): ProviderDispute['state'] {
  switch (status) {
    case 'lost':
      return 'lost';
    case 'won':
    case 'warning_closed':
      return 'won';
    case 'prevented':
      return (moved ?? []).reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'lost' : 'won';
    default:
      return 'open';
  }
}

function intentIdOf(object: RefundShape | DisputeShape): string {
  const { id, payment_intent: intent } = object;
  if (intent === null) throw new GatewayRefused(`${id} belongs to no PaymentIntent.`, {});
  return typeof intent === 'string' ? intent : intent.id;
}

const timeOf = (seconds: number) => new Date(seconds * 1_000).toISOString();
