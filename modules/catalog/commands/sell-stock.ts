import type { StockSold } from '../stock/contract.ts';
import type { Tool } from '../tool.ts';

export type SellStock = { type: 'SellStock'; toolId: string; bookingId: string };

/** Lets go of what is set aside for an order that was paid; it stays taken. Selling twice is selling once. */
export function sellStock({ toolId, bookingId }: SellStock, tool: Tool): StockSold[] {
  const quantity = tool.status === 'none' ? undefined : tool.reserved.get(bookingId);
  if (quantity === undefined) return [];
  return [{ type: 'StockSold', data: { toolId, bookingId, quantity } }];
}
