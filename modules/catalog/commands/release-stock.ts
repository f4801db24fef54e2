import type { StockReleased } from '../stock/contract.ts';
import type { Tool } from '../tool.ts';

export type ReleaseStock = { type: 'ReleaseStock'; toolId: string; bookingId: string };

/** Gives back what is set aside for an order. Giving back twice is giving back once. */
export function releaseStock({ toolId, bookingId }: ReleaseStock, tool: Tool): StockReleased[] {
  const quantity = tool.status === 'none' ? undefined : tool.reserved.get(bookingId);
  if (tool.status === 'none' || quantity === undefined) return [];
  const released = { toolId, bookingId, quantity };
  return [{ type: 'StockReleased', data: tool.free.has(bookingId) ? { ...released, free: true } : released }];
}
