import type { ShopConfig } from '../../../modules/payments/contract.ts';

/**
 * What browsers are told of the settings, and of what may be another a moment later: who a demo is entered as, as long as one can, and
 * whether the shop has no admin yet.
 */
export function configNow(
  settings: ShopConfig,
  demoPeople: (() => Promise<ShopConfig['demo']>) | undefined,
  isUnclaimed: () => Promise<boolean>,
): () => Promise<ShopConfig> {
  return async () => {
    const [demo, unclaimed] = await Promise.all([demoPeople?.(), isUnclaimed()]);
    return { ...settings, ...(demo && { demo }), ...(unclaimed && { unclaimed }) };
  };
}
