import type { Tool } from '../../../../modules/catalog/contract.ts';
import type { ShopConfig } from '../../../../modules/payments/contract.ts';

/** What came with the page, beside its first screen, as GETs would say it; `asOf` is what the tool is true as of. */
type Known = { readonly config?: ShopConfig; readonly tool?: Tool; readonly asOf?: string };

export function knownFirst(): Known {
  return JSON.parse(document.getElementById('known')?.textContent ?? '{}');
}
