import type { CheckoutBody } from '../../../../../modules/booking/checkouts/contract.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/** What the shop said of lines, by their tools. */
export function refusalsOf(error: Error | null, body: CheckoutBody | undefined): ReadonlyMap<string, string> {
  const refused = new Map<string, string>();
  if (!(error instanceof ApiError) || !body) return refused;
  for (const { path, message } of error.errors) {
    const toolId = body.lines[Number(/^lines\.(\d+)$/.exec(path)?.[1])]?.toolId;
    if (toolId !== undefined) refused.set(toolId, message);
  }
  return refused;
}
