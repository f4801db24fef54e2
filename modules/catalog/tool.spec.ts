import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projected } from '../../backend/testing/deciding/projected.ts';
import { fold } from '../kernel/aggregate.ts';
import { Refusal } from '../kernel/errors.ts';
import { adjustStock } from './commands/adjust-stock.ts';
import { changeDetails } from './commands/change-details.ts';
import { releaseStock } from './commands/release-stock.ts';
import { reserveStock } from './commands/reserve-stock.ts';
import { restock } from './commands/restock.ts';
import { retireTool } from './commands/retire-tool.ts';
import { returnTool } from './commands/return-tool.ts';
import { sellStock } from './commands/sell-stock.ts';
import type { ToolEvent } from './events.ts';
import { tools } from './read-models/tools.ts';
import { toolAdded } from './testing/examples.ts';
import { type Tool, tool } from './tool.ts';

const bookingIds = fc.integer({ min: 1, max: 6 }).map((n) => `b${n}`);
const wishes = fc.array(
  fc.record({
    kind: fc.constantFrom('reserve', 'reserve', 'release', 'sell', 'return', 'adjust', 'reprice', 'retire', 'offer'),
    bookingId: bookingIds,
    quantity: fc.integer({ min: 0, max: 5 }),
    change: fc.integer({ min: -8, max: 8 }),
    price: fc.constantFrom(0, 1999, 2499),
  }),
  { maxLength: 60 },
);

describe('the stock of a tool', () => {
  it('is never less than nothing and never more or less than was added, whatever is asked', () => {
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
          expect(after.available + reserved + out(events)).toBe(available + adjusted(events));
          const shown = projected(tools, ...events).documents.get('t1');
          const free = [...after.free.values()].reduce((sum, each) => sum + each, 0);
          expect(shown).toMatchObject({
            Available: after.available,
            held: reserved - free,
            sold: Math.max(0, out(events) + free),
            version: after.version,
            retired: after.status === 'retired',
          });
        }
      }),
    );
  });
});

type Wish = { kind: string; bookingId: string; quantity: number; change: number; price: number };

function fulfil({ kind, bookingId, quantity, change, price: amount }: Wish, state: Tool, sold: number): ToolEvent[] {
  const which = { toolId: 't1', bookingId };
  const perPrice = { amount, currency: 'usd' };
  const price = { amount: quantity * amount, currency: 'usd' };
  const toolId = 't1';
  if (kind === 'adjust' && change !== 0) {
    return adjustStock({ type: 'AdjustStock', toolId, change, reason: 'Counted' }, state);
  }
  if (kind === 'retire') return retireTool({ type: 'RetireTool', toolId }, state);
  if (kind === 'offer') return returnTool({ type: 'ReturnTool', toolId }, state);
  if (kind === 'reprice' && state.status !== 'none') {
    const { version, details } = state;
    const name = `Hammer ${quantity}`;
    const said = { version, details: { ...details, name }, perPrice, totalPrice: perPrice };
    return changeDetails({ type: 'ChangeDetails', toolId, ...said }, state);
  }
  if (kind === 'reserve') return reserveStock({ type: 'ReserveStock', ...which, quantity, price }, state);
  if (kind === 'release') return releaseStock({ type: 'ReleaseStock', ...which }, state);
  if (kind === 'sell') return sellStock({ type: 'SellStock', ...which }, state);
  // An order gives back no more than it has out.
  return restock({ type: 'Restock', ...which, refundId: 'r1', quantity: Math.min(quantity, sold) }, state);
}

/** How many pieces were sold and have not come back: of one order, or of all. */
function out(events: readonly ToolEvent[], bookingId?: string): number {
  const setAside = new Map<string, number>();
  return events.reduce((sum, { type, data }) => {
    if (type === 'StockReserved') setAside.set(data.bookingId, data.quantity);
    if (type !== 'StockSold' && type !== 'StockReturned') return sum;
    if (bookingId !== undefined && data.bookingId !== bookingId) return sum;
    // What cost nothing is sold as 0: nobody can bring it back.
    const shipped = bookingId === undefined ? (setAside.get(data.bookingId) ?? 0) : 0;
    return type === 'StockSold' ? sum + (data.quantity || shipped) : sum - data.quantity;
  }, 0);
}

/** How many pieces were put on the shelf by hand, less those taken off it. */
function adjusted(events: readonly ToolEvent[]): number {
  return events.reduce((sum, { type, data }) => (type === 'StockAdjusted' ? sum + data.change : sum), 0);
}
