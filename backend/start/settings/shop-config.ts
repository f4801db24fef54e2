import type { Lapse } from '../../../modules/booking/contract.ts';
import type { ShopConfig } from '../../../modules/payments/contract.ts';
import type { Config } from './config.ts';

/** What browsers are told of the settings. */
export function shopConfigOf(config: Config, known: Pick<ShopConfig, 'payments' | 'google' | 'recovery'>): ShopConfig {
  return {
    ...known,
    currency: config.CURRENCY,
    passwordMinimum: config.PASSWORD_MINIMUM,
    lapse: lapseOf(config),
  };
}

/** In seconds. */
function lapseOf({ ORDER_TTL: after, LARGE_ORDER_TTL: large }: Config): Lapse {
  const largeAfter = large === 0 ? after : Math.min(large, after);
  return { after: after / 1_000, largeAfter: largeAfter / 1_000 };
}
