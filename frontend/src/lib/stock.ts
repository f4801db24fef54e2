import type { Tool } from '../../../modules/catalog/contract.ts';

/** The smallest order of a tool; an order of nothing is none. */
export function minimumOf(tool: Pick<Tool, 'MinimumOrder'>): number {
  return Math.max(1, tool.MinimumOrder);
}

/** Too few pieces for the smallest order are as good as none. */
export function isSoldOut(tool: Pick<Tool, 'MinimumOrder' | 'Available'>): boolean {
  return tool.Available < minimumOf(tool);
}

export function stockOf(tool: Pick<Tool, 'Available'>): string {
  return new Intl.NumberFormat('en').format(tool.Available);
}
