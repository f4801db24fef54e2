import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/projected.ts';
import { sortableNumber } from '../../kernel/sortable.ts';
import { tool } from '../contract.ts';
import { stockReleased, stockReserved, stockReturned, stockSold, toolAdded } from '../testing/examples.ts';
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
    });
    expect(tool.parse(shown)).toEqual(shown);
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
