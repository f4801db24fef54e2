import { Conflict, Invalid, NotFound } from '../../kernel/errors.ts';
import { decimalOf, formatMoney, type Money, sameMoney, times } from '../../kernel/values/money.ts';
import type { StockReserved } from '../stock/contract.ts';
import type { Tool } from '../tool.ts';
import { minimumOf, onlySoMany, tooFewFor } from '../words/contract.ts';

export type ReserveStock = {
  type: 'ReserveStock';
  toolId: string;
  bookingId: string;
  /** The tool's MinimumOrder when left out. */
  quantity: number | undefined;
  /** What the buyer believes to pay in all. */
  price: Money;
  /** The checkout that the order is to be one of. */
  checkoutId?: string | undefined;
};

/** Whoever has a page open of a tool that was retired meanwhile, or an old link, may still ask for it. */
export class ToolIsRetired extends Conflict {
  override name = 'ToolIsRetired';
  constructor(name: string) {
    super(`${name} is not sold any more.`);
  }
}

/** Sets pieces aside for one order, if they are there and the buyer has the right price in mind. */
export function reserveStock(
  { toolId, bookingId, quantity, price, checkoutId }: ReserveStock,
  tool: Tool,
): StockReserved[] {
  if (tool.status === 'none') throw new NotFound('There is no such tool.');
  if (tool.reserved.has(bookingId)) return [];
  if (tool.status === 'retired') throw new ToolIsRetired(tool.details.name);
  const { perPrice } = tool;
  const { minimumOrder } = tool.details;
  const least = minimumOf({ MinimumOrder: minimumOrder });
  const wanted = quantity ?? least;
  if (wanted < least) {
    const message = tooFewFor(least);
    throw new Invalid(message, [{ path: 'quantity', message }]);
  }
  if (wanted > tool.available) throw new Conflict(onlySoMany({ Available: tool.available }));
  const due = times(perPrice, wanted);
  if (!sameMoney(due, price)) {
    throw new Conflict(`The price of ${wanted} is ${decimalOf(due)} (${formatMoney(due)}).`);
  }
  const isLarge = wanted > least && wanted > tool.available / 2;
  const reserved = {
    toolId,
    bookingId,
    quantity: wanted,
    unitPrice: perPrice,
    ...(isLarge && { large: true as const }),
    ...(checkoutId !== undefined && { checkoutId }),
  };
  return [{ type: 'StockReserved', data: reserved }];
}
