import { Conflict, NotFound } from '../../kernel/errors.ts';
import { inDigits } from '../../kernel/values/in-words.ts';
import { mostPieces } from '../../kernel/wire/most-pieces.ts';
import type { StockAdjusted } from '../events.ts';
import type { Tool } from '../tool.ts';

export type AdjustStock = { type: 'AdjustStock'; toolId: string; change: number; reason: string };

/** More are to be taken off the shelf than lie there: the others are set aside for orders, or gone. */
export class FewerPiecesFree extends Conflict {
  override name = 'FewerPiecesFree';
  constructor(free: number) {
    super(`Only ${inDigits(free)} ${free === 1 ? 'piece is' : 'pieces are'} free.`);
  }
}

/** More would be on the shelf than can be counted. */
export class TooManyPieces extends Conflict {
  override name = 'TooManyPieces';
  constructor() {
    super(`There can be ${mostPieces.toLocaleString('en-US')} pieces at most.`);
  }
}

/**
 * Puts pieces on the shelf, or takes them off. What is set aside for orders is theirs, and stays. A tool that is retired has
 * a shelf too.
 */
export function adjustStock({ type: _, ...adjusted }: AdjustStock, tool: Tool): StockAdjusted[] {
  if (tool.status === 'none') throw new NotFound('There is no such tool.');
  const after = tool.available + adjusted.change;
  if (after < 0) throw new FewerPiecesFree(tool.available);
  // Taking some off is right also where too many stay: without this, nobody could correct a shelf that says too many.
  if (adjusted.change > 0 && after > mostPieces) throw new TooManyPieces();
  return [{ type: 'StockAdjusted', data: { ...adjusted, available: after } }];
}
