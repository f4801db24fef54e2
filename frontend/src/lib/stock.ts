import type { Tool } from '../../../modules/catalog/contract.ts';

/** The smallest order of a tool; an order of nothing is none. */
export function minimumOf(tool: Pick<Tool, 'MinimumOrder'>): number {
  return Math.max(1, tool.MinimumOrder);
}

/** Why no order can be placed, in words that agree with the number beside them; undefined when one can. */
export function shortageOf(tool: Pick<Tool, 'MinimumOrder' | 'Available'>): 'Sold out' | 'Too few left' | undefined {
  if (tool.Available === 0) return 'Sold out';
  return tool.Available < minimumOf(tool) ? 'Too few left' : undefined;
}

export function stockOf(tool: Pick<Tool, 'Available'>): string {
  return new Intl.NumberFormat('en').format(tool.Available);
}
