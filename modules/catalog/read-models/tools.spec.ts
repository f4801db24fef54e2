import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/deciding/projected.ts';
import { sortableNumber } from '../../kernel/encoding/sortable.ts';
import { tool } from '../contract.ts';
import type { ToolEvent } from '../events.ts';
import {
  stockAdjusted,
  stockReleased,
  stockReserved,
  stockReturned,
  stockSold,
  toolAdded,
  toolDetailsChanged,
  toolRepriced,
  toolRetired,
  toolReturned,
} from '../testing/examples.ts';
import { tools } from './tools.ts';

describe('the tools', () => {
  it('show what was added, in the words of the contract', () => {
    const shown = projected(tools, toolAdded()).documents.get('t1');
    expect(shown).toEqual({
      _id: 't1',
      name: 'Claw Hammer',
      img: '/pictures/tools/claw-hammer.svg',
      Description: 'Drives nails, and pulls them.',
      MinimumOrder: 1,
      Available: 10,
      BuyGear: 3,
      PerPrice: 19.99,
      TotalPrice: 19.99,
      Ratings: 4.5,
      version: 0,
      retired: false,
      sold: 0,
      held: 0,
      out: 0,
    });
    const { held: _, out: __, ...forAll } = shown ?? {};
    expect(tool.parse(shown)).toEqual(forAll);
  });

  it('show what is left while pieces are set aside and given back', () => {
    const taken = [stockReserved({ quantity: 3 }), stockReserved({ bookingId: 'b2', quantity: 4 })];
    expect(projected(tools, toolAdded(), ...taken).documents.get('t1')?.Available).toBe(3);
    const back = stockReleased({ bookingId: 'b2', quantity: 4 });
    expect(projected(tools, toolAdded(), ...taken, back).documents.get('t1')?.Available).toBe(7);
  });

  it('show what was sold as taken, and what came back of it', () => {
    const sold = [toolAdded(), stockReserved({ quantity: 3 }), stockSold({ quantity: 3 })];
    expect(projected(tools, ...sold).documents.get('t1')?.Available).toBe(7);
    expect(projected(tools, ...sold, stockReturned({ quantity: 2 })).documents.get('t1')?.Available).toBe(9);
  });

  it('say how many are held, and how many were sold and have not come back', () => {
    const shown = (...events: ToolEvent[]) => projected(tools, toolAdded(), ...events).documents.get('t1');
    const held = [stockReserved({ quantity: 3 })];
    expect(shown(...held)).toMatchObject({ Available: 7, held: 3, sold: 0 });
    expect(shown(...held, stockReleased({ quantity: 3 }))).toMatchObject({ Available: 10, held: 0, sold: 0 });
    const sold = [...held, stockSold({ quantity: 3 })];
    expect(shown(...sold)).toMatchObject({ Available: 7, held: 0, sold: 3 });
    expect(shown(...sold, stockReturned({ quantity: 2 }))).toMatchObject({ Available: 9, held: 0, sold: 1 });
    // A refund may be heard of before the sale.
    expect(shown(...held, stockReturned({ quantity: 2 }))).toMatchObject({ Available: 9, held: 3, sold: 0 });
    expect(shown(...held, stockReturned({ quantity: 2 }), stockSold({ quantity: 3 }))).toMatchObject({
      held: 0,
      sold: 1,
    });
  });

  it('count what costs nothing as sold at once, whether or not its release says so', () => {
    const free = { amount: 0, currency: 'usd' };
    const offered = toolAdded({ perPrice: free });
    const taken = stockReserved({ quantity: 2, unitPrice: free });
    const shown = (...events: ToolEvent[]) => projected(tools, offered, ...events).documents.get('t1');
    expect(shown(taken)).toMatchObject({ Available: 8, held: 0, sold: 2 });
    for (const back of [stockReleased({ quantity: 2, free: true }), stockReleased({ quantity: 2 })]) {
      expect(shown(taken, back)).toMatchObject({ Available: 10, held: 0, sold: 0 });
    }
    const paid = stockReserved({ bookingId: 'b2', quantity: 1 });
    const since = [taken, toolRepriced(), paid];
    expect(shown(...since)).toMatchObject({ Available: 7, held: 1, sold: 2 });
    expect(shown(...since, stockReleased({ bookingId: 'b2' }))).toMatchObject({ Available: 8, held: 0, sold: 2 });
    expect(shown(...since, stockReleased({ quantity: 2, free: true }))).toMatchObject({ held: 1, sold: 0 });
  });

  it('are what was said of them last', () => {
    const specifications = [{ name: 'Weight', value: '450 g' }];
    const added = toolAdded({ category: 'Tools', specifications, pictures: ['/b.svg'] });
    const shown = (...events: ToolEvent[]) => projected(tools, added, ...events).documents.get('t1');
    expect(shown()).toMatchObject({ category: 'Tools', specifications, pictures: ['/b.svg'], version: 0 });
    const before = shown();
    expect(shown(toolDetailsChanged({ name: 'Hammer' }))).toEqual({ ...before, name: 'Hammer', version: 1 });
    const none = toolDetailsChanged({ version: 2, category: null, specifications: [], pictures: [] });
    const { category: _, specifications: __, pictures: ___, ...rest } = before ?? {};
    expect(shown(none)).toEqual({ ...rest, version: 2 });
    expect(shown(toolRepriced({ version: 3 }))).toMatchObject({ PerPrice: 24.99, TotalPrice: 24.99, version: 3 });
    expect(shown(stockAdjusted({ change: -4 }))).toMatchObject({ Available: 6, version: 0 });
  });

  it('are in lists of their own while they are retired', () => {
    const keys = (...events: ToolEvent[]) =>
      projected(tools, toolAdded(), ...events)
        .entriesOf('t1')
        .map(({ key }) => key);
    expect(new Set(keys())).toEqual(new Set(['']));
    expect(new Set(keys(toolRetired()))).toEqual(new Set(['retired']));
    expect(new Set(keys(toolRetired(), toolReturned()))).toEqual(new Set(['']));
    expect(projected(tools, toolAdded(), toolRetired()).documents.get('t1')?.retired).toBe(true);
  });

  it('are listed by name whatever its case, and by each number', () => {
    expect(projected(tools, toolAdded({ name: 'ZANGE' })).entriesOf('t1')).toEqual([
      { index: 'name', key: '', sort: 'zange' },
      { index: 'PerPrice', key: '', sort: sortableNumber(19.99) },
      { index: 'Ratings', key: '', sort: sortableNumber(4.5) },
      { index: 'Available', key: '', sort: sortableNumber(10) },
    ]);
  });

  it('do not show pieces of a tool that was never added', () => {
    expect(projected(tools, stockReserved(), stockReleased()).documents.size).toBe(0);
  });
});
