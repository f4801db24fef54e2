import { join } from 'node:path';
import type { Router } from 'express';
import type { ShopConfig } from '../../modules/payments/contract.ts';
import type { PaymentGateway } from '../../modules/payments/gateway.ts';
import { isDamage, isOutOfRoom, noRoomFor } from '../runtime/sqlite/sqlite-fault.ts';
import { BadSetting, type Config } from '../start/settings/config.ts';
import type { StripeGatewayOptions } from './gateway.ts';
import { gatewayOnceAsked } from './gateway-once-asked.ts';
import { providerKeys } from './provider-keys.ts';
import { sqliteStore } from './sandbox/keeping/sqlite-store.ts';
import type { SandboxStore } from './sandbox/keeping/store.ts';
import { paymentSandbox } from './sandbox/payment-sandbox.ts';

/** Who takes the cards, and what the browser has to know of it. */
export type Provider = {
  readonly gateway: PaymentGateway;
  readonly shown: ShopConfig['payments'];
  /** The sandbox's API, when the provider is a sandbox. */
  readonly router?: Router;
  /** Begins to deliver the sandbox's messages. */
  readonly start: () => void;
  readonly close: () => Promise<void>;
};

/** What tests put in the place of a provider. */
export type ProviderDoubles = {
  /** A sandbox that they have a hand in. */
  readonly openSandbox?: typeof paymentSandbox;
  /** Address that takes the place of https://api.stripe.com. */
  readonly stripeApi?: () => string;
  /** Milliseconds to wait for one answer of it. */
  readonly stripeTimeout?: number;
};

/**
 * Stripe, or the sandbox, as the settings say. What talks to either is eight megabytes: with Stripe's keys it is loaded before the
 * shop is open, and for the sandbox once somebody pays. `origin` is where this server can be reached by itself.
 */
export async function openProvider(
  config: Config,
  secret: Uint8Array,
  origin: () => string,
  onFault: (fault: unknown) => void,
  { openSandbox = paymentSandbox, stripeApi, stripeTimeout }: ProviderDoubles = {},
): Promise<Provider> {
  const { secretKey, publishableKey, webhookSecret } = providerKeys(config, secret);
  if (config.PAYMENTS === 'stripe') {
    return {
      gateway: await openGateway({ secretKey, webhookSecret, apiBase: stripeApi, timeout: stripeTimeout }),
      shown: { provider: 'stripe', publishableKey },
      start: () => {},
      close: async () => {},
    };
  }
  const inThisShop = () => `${origin()}/sandbox/stripe`;
  const sandbox = openSandbox({
    secretKey,
    publishableKey,
    webhookSecret,
    webhookUrl: () => `${origin()}/payments/webhook`,
    store: sandboxStore(join(config.DATA_DIR, 'sandbox.db')),
    onFault,
  });
  return {
    gateway: gatewayOnceAsked(() => openGateway({ secretKey, webhookSecret, apiBase: inThisShop })),
    shown: { provider: 'sandbox', publishableKey },
    router: sandbox.router,
    start: sandbox.start,
    close: sandbox.close,
  };
}

async function openGateway(options: StripeGatewayOptions): Promise<PaymentGateway> {
  const { stripeGateway } = await import('./gateway.ts');
  return stripeGateway(options);
}

/** @throws BadSetting when the file cannot be used. */
function sandboxStore(file: string): SandboxStore {
  try {
    return sqliteStore(file);
  } catch (reason) {
    if (isOutOfRoom(reason)) throw new BadSetting(noRoomFor(file));
    const why = reason instanceof Error ? reason.message : 'unknown';
    const remedy = isDamage(reason) ? ' Put it back from a backup.' : '';
    throw new BadSetting(`${file} cannot be used for the payment sandbox (${why}).${remedy}`);
  }
}
