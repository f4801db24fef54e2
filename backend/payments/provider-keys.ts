import { createHmac } from 'node:crypto';
import type { Config } from '../start/settings/config.ts';

/** What a shop and its provider know one another by. Only the publishable one is for browsers. */
export type ProviderKeys = {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
};

/** Those of the settings; for the sandbox what they leave out is made of the shop's secret. */
export function providerKeys(config: Config, secret: Uint8Array): ProviderKeys {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = config;
  if (config.PAYMENTS === 'stripe') {
    return {
      secretKey: STRIPE_SECRET_KEY ?? '',
      publishableKey: STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: STRIPE_WEBHOOK_SECRET ?? '',
    };
  }
  // Made from the shop's own secret, so that they stay the same without being kept anywhere.
  const keyed = (what: string) => createHmac('sha256', secret).update(`sandbox ${what}`).digest('hex').slice(0, 32);
  return {
    secretKey: STRIPE_SECRET_KEY?.startsWith('sk_test_') ? STRIPE_SECRET_KEY : `sk_test_${keyed('secret key')}`,
    publishableKey: `pk_test_${keyed('publishable key')}`,
    webhookSecret: STRIPE_WEBHOOK_SECRET ?? `whsec_${keyed('webhook secret')}`,
  };
}
