import type { StockSold } from '../stock/contract.ts';
import type { Tool } from '../tool.ts';

export type SellStock = { type: 'SellStock'; toolId: string; bookingId: string };

/**
 * Lets go of what is set aside for an order that was paid, or cost nothing and was shipped; it stays taken. Selling twice is selling
 * once. What cost nothing counts as sold since it was set aside, so that there is nothing to count now.
 */
export function sellStock({ toolId, bookingId }: SellStock, tool: Tool): StockSold[] {
  const reserved = tool.status === 'none' ? undefined : tool.reserved.get(bookingId);
  if (tool.status === 'none' || reserved === undefined) return [];
  const quantity = tool.free.has(bookingId) ? 0 : reserved;
  return [{ type: 'StockSold', data: { toolId, bookingId, quantity } }];
}
