import type { StockReleased } from '../contract.ts';
import type { Tool } from '../tool.ts';

export type ReleaseStock = { type: 'ReleaseStock'; toolId: string; bookingId: string };

/** Gives back what is set aside for an order. Giving back twice is giving back once. */
export function releaseStock({ toolId, bookingId }: ReleaseStock, tool: Tool): StockReleased[] {
  const quantity = tool.status === 'offered' ? tool.reserved.get(bookingId) : undefined;
  if (quantity === undefined) return [];
  return [{ type: 'StockReleased', data: { toolId, bookingId, quantity } }];
}
