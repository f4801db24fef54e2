import { madeOnce } from '../../modules/kernel/concurrency/made-once.ts';
import type { PaymentGateway } from '../../modules/payments/gateway.ts';

/** A gateway that is opened when something is first asked of it. Where that fails, whoever asks next tries again. */
export function gatewayOnceAsked(open: () => Promise<PaymentGateway>): PaymentGateway {
  const gateway = madeOnce(open);
  return {
    createIntent: async (payment) => (await gateway()).createIntent(payment),
    intent: async (intentId) => (await gateway()).intent(intentId),
    cancelIntent: async (intentId) => (await gateway()).cancelIntent(intentId),
    refund: async (order) => (await gateway()).refund(order),
    refunds: async (intentId) => (await gateway()).refunds(intentId),
    refundById: async (providerRefundId) => (await gateway()).refundById(providerRefundId),
    dispute: async (disputeId) => (await gateway()).dispute(disputeId),
    refundsSince: async (at, after) => (await gateway()).refundsSince(at, after),
    disputesSince: async (at, after) => (await gateway()).disputesSince(at, after),
    readWebhook: async (rawBody, signature) => (await gateway()).readWebhook(rawBody, signature),
  };
}
