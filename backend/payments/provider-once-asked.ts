import type { PaymentGateway } from '../../modules/payments/gateway.ts';
import type { Config } from '../start/config.ts';
import type { Provider } from './provider.ts';
import { providerKeys } from './provider-keys.ts';

/**
 * The provider of who works beside a shop for a moment: opened when something is first asked of it, which most never do. What
 * talks to it is a third of all that a command would load.
 */
export function providerOnceAsked(
  config: Config,
  secret: Uint8Array,
  onFault: (fault: unknown) => void,
): Pick<Provider, 'gateway' | 'shown' | 'close'> {
  let opening: Promise<Provider> | undefined;
  const gateway = async () => {
    opening ??= import('./provider.ts').then(({ openProvider }) =>
      openProvider(config, secret, () => 'http://localhost', onFault),
    );
    return (await opening).gateway;
  };
  return {
    gateway: laterGateway(gateway),
    shown: { provider: config.PAYMENTS, publishableKey: providerKeys(config, secret).publishableKey },
    async close() {
      // Where it could not be opened, who asked has been told why.
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}

function laterGateway(gateway: () => Promise<PaymentGateway>): PaymentGateway {
  return {
    createIntent: async (payment) => (await gateway()).createIntent(payment),
    intent: async (intentId) => (await gateway()).intent(intentId),
    cancelIntent: async (intentId) => (await gateway()).cancelIntent(intentId),
    refund: async (order) => (await gateway()).refund(order),
    refunds: async (intentId) => (await gateway()).refunds(intentId),
    refundById: async (providerRefundId) => (await gateway()).refundById(providerRefundId),
    dispute: async (disputeId) => (await gateway()).dispute(disputeId),
    readWebhook() {
      throw new Error('The provider’s messages come to a shop that is open, and to nobody beside it.');
    },
  };
}
