import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/deciding/projected.ts';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import { Conflict } from '../../kernel/errors.ts';
import { CompactMap } from '../../kernel/memory/compact-map.ts';
import type { ToolEvent } from '../events.ts';
import { tools } from '../read-models/tools.ts';
import { stockReleased, stockReserved, stockReturned, stockSold, toolAdded } from '../testing/examples.ts';
import { type Tool, tool } from '../tool.ts';
import { releaseStock } from './release-stock.ts';
import { reserveStock } from './reserve-stock.ts';
import { sellStock } from './sell-stock.ts';

const which = { toolId: 't1', bookingId: 'b1' };
const sell = (state: Tool) => sellStock({ type: 'SellStock', ...which }, state);

describe('selling what is set aside', () => {
  it('sells all of it', () =>
    given(tool, toolAdded(), stockReserved({ quantity: 4 }))
      .when(sell)
      .then(stockSold({ quantity: 4 })));

  it('does nothing the second time', () =>
    given(tool, toolAdded(), stockReserved(), stockSold()).when(sell).thenNothing());

  it('counts nothing again of what cost nothing, and keeps nothing of it in mind', () => {
    const free = stockReserved({ quantity: 4, unitPrice: { amount: 0, currency: 'usd' } });
    given(tool, toolAdded(), free)
      .when(sell)
      .then(stockSold({ quantity: 0 }));
    const sold = [toolAdded(), free, stockSold({ quantity: 0 })];
    given(tool, ...sold)
      .when(sell)
      .thenNothing();
    expect(fold(tool, sold)).toMatchObject({ available: 6, reserved: CompactMap.empty, free: CompactMap.empty });
    const shown = (...events: ToolEvent[]) => projected(tools, ...events).documents.get('t1');
    expect(shown(...sold)).toEqual(shown(toolAdded(), free));
  });

  it('does nothing when some of it has come back already', () =>
    given(tool, toolAdded(), stockReserved({ quantity: 2 }), stockSold({ quantity: 2 }), stockReturned())
      .when(sell)
      .thenNothing());

  it('does nothing for an order that has no pieces', () =>
    given(tool, toolAdded(), stockReserved(), stockReleased()).when(sell).thenNothing());

  it('does nothing for a tool that was never offered', () => given(tool).when(sell).thenNothing());

  it('leaves what was sold taken', () => {
    const onlyOne = [toolAdded({ available: 1 }), stockReserved(), stockSold()];
    const price = { amount: 1999, currency: 'usd' };
    given(tool, ...onlyOne)
      .when((state) => releaseStock({ type: 'ReleaseStock', ...which }, state))
      .thenNothing();
    given(tool, ...onlyOne)
      .when((state) => reserveStock({ type: 'ReserveStock', ...which, bookingId: 'b2', quantity: 1, price }, state))
      .thenThrows(Conflict, /^Only 0 left$/);
  });
});
