import type { CartLine } from '../../../../modules/cart/contract.ts';
import type { DeviceCart } from '../../lib/device/device-cart.ts';
import { keptFor } from '../../lib/device/kept-carts.ts';
import { merged } from './cart-lines.ts';
import { threeWay } from './three-way.ts';

/** What this device has, once it is one with the account's cart. What is not in there yet is unsaved. */
export function mergedInto(who: string, mine: DeviceCart, lines: readonly CartLine[]): DeviceCart {
  const own: DeviceCart = mine.who === who ? mine : (keptFor(who) ?? { who, lines });
  const ours = threeWay(own.unsaved ? (own.base ?? []) : own.lines, own.lines, lines, own.sent);
  const both = mine.who === '' ? merged(ours.lines, mine.lines) : ours;
  const left = [...(own.left ?? []), ...(ours.left ?? []), ...(both === ours ? [] : (both.left ?? []))];
  const there = new Map(lines.map(({ toolId, quantity }) => [toolId, quantity]));
  const isInStep =
    both.lines.length === lines.length && both.lines.every(({ toolId, quantity }) => there.get(toolId) === quantity);
  const isAdded = both.lines.some(({ toolId }) => !own.lines.some((line) => line.toolId === toolId));
  const isEmptied = both.lines.length === 0 && (own.lines.length > 0 || own.emptiedElsewhere);
  // What an order left in it did not go with that order.
  const isOrdered = own.ordered !== undefined && !isAdded && !isEmptied;
  return {
    who,
    lines: both.lines,
    ...(!isInStep && { unsaved: true, base: lines }),
    ...(left.length > 0 && { left }),
    ...(isOrdered && { ordered: own.ordered }),
    ...(isEmptied && { emptiedElsewhere: true }),
  };
}
