import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../kernel/aggregate.ts';
import { Refusal } from '../kernel/errors.ts';
import { releaseStock } from './commands/release-stock.ts';
import { reserveStock } from './commands/reserve-stock.ts';
import type { ToolEvent } from './events.ts';
import { toolAdded } from './testing/examples.ts';
import { tool } from './tool.ts';

const bookingIds = fc.integer({ min: 1, max: 6 }).map((n) => `b${n}`);
const wishes = fc.array(
  fc.record({ reserves: fc.boolean(), bookingId: bookingIds, quantity: fc.integer({ min: 0, max: 5 }) }),
  { maxLength: 60 },
);

describe('the stock of a tool', () => {
  it('is never less than nothing and never more or less than was added, whatever is asked', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), wishes, (available, asked) => {
        const events: ToolEvent[] = [toolAdded({ available })];
        for (const { reserves, bookingId, quantity } of asked) {
          const state = fold(tool, events);
          const price = { amount: quantity * 1999, currency: 'usd' };
          const which = { toolId: 't1', bookingId };
          try {
            events.push(
              ...(reserves
                ? reserveStock({ type: 'ReserveStock', ...which, quantity, price }, state)
                : releaseStock({ type: 'ReleaseStock', ...which }, state)),
            );
          } catch (reason) {
            expect(reason).toBeInstanceOf(Refusal);
          }
          const after = fold(tool, events);
          if (after.status === 'none') throw new Error('The tool is gone.');
          expect(after.available).toBeGreaterThanOrEqual(0);
          expect(after.available + after.reserved.reduce((sum, each) => sum + each, 0)).toBe(available);
        }
      }),
    ));
});
