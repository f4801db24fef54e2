import type { StockReturned } from '../stock/contract.ts';
import type { Tool } from '../tool.ts';

export type Restock = { type: 'Restock'; toolId: string; bookingId: string; refundId: string; quantity: number };

/** Puts pieces of an order that was refunded back on the shelf. A refund that gives back no pieces changes nothing. */
export function restock({ type: _, ...returned }: Restock, tool: Tool): StockReturned[] {
  if (tool.status === 'none' || returned.quantity === 0) return [];
  return [{ type: 'StockReturned', data: returned }];
}
