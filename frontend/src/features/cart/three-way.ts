import { mostLines } from '../../../../modules/cart/bounds/contract.ts';
import type { CartLine } from '../../../../modules/cart/contract.ts';
import type { KeptLine } from '../../lib/device/device-cart.ts';
import type { Merged } from './cart-lines.ts';

/**
 * The cart of this device and the account's, as another device left it, as one; `base` is what both were when they were last in
 * step, and `sent` what this one has sent since without an answer: a line that the account has so has come from here. Of each tool:
 * what one side has changed counts, of two different numbers this device's, since somebody stands before it and sees theirs; and
 * what one side took out while the other changed its number stays. Those of the account that this device does not know come last.
 * Where all of it is more than a cart may hold, what was put in here alone is `left`.
 */
export function threeWay(
  base: readonly CartLine[],
  mine: readonly KeptLine[],
  theirs: readonly CartLine[],
  sent?: readonly CartLine[],
): Merged {
  const was = byTool(base);
  const came = sent && byTool(sent);
  const there = byTool(theirs);
  const here = byTool(mine);
  const all = [...mine, ...theirs.filter(({ toolId }) => !here.has(toolId))].flatMap((line): KeptLine[] => {
    const [last, now, other] = [was, here, there].map((lines) => lines.get(line.toolId)?.quantity);
    const before = came && came.get(line.toolId)?.quantity === other ? other : last;
    const quantity = now === before ? other : (now ?? (other === before ? undefined : other));
    return quantity === undefined ? [] : [{ ...line, quantity }];
  });
  const known = all.filter(({ toolId }) => there.has(toolId)).length;
  let room = mostLines - known;
  const lines: KeptLine[] = [];
  const left: KeptLine[] = [];
  for (const line of all) {
    if (!there.has(line.toolId)) room -= 1;
    (there.has(line.toolId) || room >= 0 ? lines : left).push(line);
  }
  return { lines, ...(left.length > 0 && { left }) };
}

const byTool = <Line extends CartLine>(lines: readonly Line[]) => new Map(lines.map((line) => [line.toolId, line]));
