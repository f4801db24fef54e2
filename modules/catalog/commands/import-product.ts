import { Conflict, NotFound } from '../../kernel/errors.ts';
import type { StockAdjusted, ToolDetailsChanged, ToolRepriced } from '../events.ts';
import type { Tool } from '../tool.ts';
import { adjustStock } from './adjust-stock.ts';
import { type ChangeDetails, changeDetails } from './change-details.ts';

export type ImportProduct = {
  type: 'ImportProduct';
  toolId: string;
  said: Omit<ChangeDetails, 'type' | 'toolId'>;
  /** By how many pieces the shelf changes, and how many there ever were when that was thought of. */
  stock: { readonly change: number; readonly stocked: number } | undefined;
};

/** Pieces were put on the shelf or taken off it by hand since somebody counted them. */
export class StockAdjustedMeanwhile extends Conflict {
  override name = 'StockAdjustedMeanwhile';
  constructor() {
    super('Somebody adjusted the stock meanwhile. Export it again, and change it then.');
  }
}

/** Changes a tool as a row of a file says: all of it or nothing. Orders that came meanwhile are no conflict. */
export function importProduct(
  { toolId, said, stock }: ImportProduct,
  tool: Tool,
): (ToolDetailsChanged | ToolRepriced | StockAdjusted)[] {
  if (tool.status === 'none') throw new NotFound('There is no such tool.');
  const changed = changeDetails({ type: 'ChangeDetails', toolId, ...said }, tool);
  if (!stock) return changed;
  if (stock.stocked !== tool.stocked) throw new StockAdjustedMeanwhile();
  const adjusted = { type: 'AdjustStock', toolId, change: stock.change, reason: 'Said in an imported file' } as const;
  return [...changed, ...adjustStock(adjusted, tool)];
}
