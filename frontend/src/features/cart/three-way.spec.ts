import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostLines } from '../../../../modules/cart/bounds/contract.ts';
import { threeWay } from './three-way.ts';

const line = (toolId: string, quantity = 1) => ({ toolId, quantity });
const cartOf = (...tools: string[]) =>
  fc.uniqueArray(fc.record({ toolId: fc.constantFrom(...tools), quantity: fc.integer({ min: 1, max: 4 }) }), {
    selector: ({ toolId }) => toolId,
  });
const few = cartOf('a', 'b', 'c', 'd');
const numberIn = (lines: readonly { toolId: string; quantity: number }[], toolId: string) =>
  lines.find((one) => one.toolId === toolId)?.quantity;

describe('a cart on two devices', () => {
  it('keeps what the other one added when this one changes a number', () =>
    expect(threeWay([line('saw')], [line('saw', 2)], [line('saw'), line('caliper')])).toEqual({
      lines: [line('saw', 2), line('caliper')],
    }));

  it('becomes one: each change of one side counts, of two numbers this one’s, and no change of a number is taken out', () => {
    fc.assert(
      fc.property(few, few, few, (base, mine, theirs) => {
        const { lines, left } = threeWay(base, mine, theirs);
        expect(left).toBeUndefined();
        for (const toolId of ['a', 'b', 'c', 'd']) {
          const [before, here, there] = [base, mine, theirs].map((cart) => numberIn(cart, toolId));
          const after = numberIn(lines, toolId);
          if (here === before) expect(after).toBe(there);
          else if (there === before) expect(after).toBe(here);
          else expect(after).toBe(here ?? there);
        }
        expect(new Set(lines.map(({ toolId }) => toolId)).size).toBe(lines.length);
      }),
    );
  });

  it('is the same when it is made one again', () => {
    fc.assert(
      fc.property(few, few, few, (base, mine, theirs) => {
        const { lines } = threeWay(base, mine, theirs);
        expect(threeWay(theirs, lines, lines)).toEqual({ lines });
        expect(threeWay(lines, lines, lines)).toEqual({ lines });
      }),
    );
  });

  it('loses no added line where both are too much for one: the account’s stay, and the rest is left', () => {
    const many = cartOf(...Array.from({ length: 80 }, (_, at) => `t${at}`));
    const full = fc.tuple(many, many).map((carts) => carts.map((cart) => cart.slice(0, mostLines)));
    fc.assert(
      fc.property(full, ([mine = [], theirs = []]) => {
        const { lines, left = [] } = threeWay([], mine, theirs);
        expect(lines.length).toBeLessThanOrEqual(mostLines);
        expect([...lines, ...left].map(({ toolId }) => toolId).toSorted()).toEqual(
          [...new Set([...mine, ...theirs].map(({ toolId }) => toolId))].toSorted(),
        );
        for (const { toolId } of theirs) expect(numberIn(lines, toolId)).toBeDefined();
        if (left.length > 0) expect(lines).toHaveLength(mostLines);
      }),
    );
  });
});
