import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../kernel/aggregate.ts';
import { Refusal } from '../kernel/errors.ts';
import { releaseStock } from './commands/release-stock.ts';
import { reserveStock } from './commands/reserve-stock.ts';
import { restock } from './commands/restock.ts';
import { sellStock } from './commands/sell-stock.ts';
import type { ToolEvent } from './events.ts';
import { toolAdded } from './testing/examples.ts';
import { type Tool, tool } from './tool.ts';

const bookingIds = fc.integer({ min: 1, max: 6 }).map((n) => `b${n}`);
const wishes = fc.array(
  fc.record({
    kind: fc.constantFrom('reserve', 'reserve', 'release', 'sell', 'return'),
    bookingId: bookingIds,
    quantity: fc.integer({ min: 0, max: 5 }),
  }),
  { maxLength: 60 },
);

describe('the stock of a tool', () => {
  it('is never less than nothing and never more or less than was added, whatever is asked', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), wishes, (available, asked) => {
        const events: ToolEvent[] = [toolAdded({ available })];
        for (const wish of asked) {
          try {
            events.push(...fulfil(wish, fold(tool, events), out(events, wish.bookingId)));
          } catch (reason) {
            expect(reason).toBeInstanceOf(Refusal);
          }
          const after = fold(tool, events);
          if (after.status === 'none') throw new Error('The tool is gone.');
          expect(after.available).toBeGreaterThanOrEqual(0);
          const reserved = [...after.reserved.values()].reduce((sum, each) => sum + each, 0);
          expect(after.available + reserved + out(events)).toBe(available);
        }
      }),
    ));
});

type Wish = { kind: string; bookingId: string; quantity: number };

function fulfil({ kind, bookingId, quantity }: Wish, state: Tool, sold: number): ToolEvent[] {
  const which = { toolId: 't1', bookingId };
  const price = { amount: quantity * 1999, currency: 'usd' };
  if (kind === 'reserve') return reserveStock({ type: 'ReserveStock', ...which, quantity, price }, state);
  if (kind === 'release') return releaseStock({ type: 'ReleaseStock', ...which }, state);
  if (kind === 'sell') return sellStock({ type: 'SellStock', ...which }, state);
  // An order gives back no more than it has out.
  return restock({ type: 'Restock', ...which, refundId: 'r1', quantity: Math.min(quantity, sold) }, state);
}

/** How many pieces were sold and have not come back: of one order, or of all. */
function out(events: readonly ToolEvent[], bookingId?: string): number {
  return events.reduce((sum, { type, data }) => {
    if (type === 'ToolAdded' || (bookingId !== undefined && data.bookingId !== bookingId)) return sum;
    if (type === 'StockSold') return sum + data.quantity;
    return type === 'StockReturned' ? sum - data.quantity : sum;
  }, 0);
}
