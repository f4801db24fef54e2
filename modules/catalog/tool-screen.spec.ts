import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tool } from './contract.ts';
import { toolScreen } from './tool-screen.ts';

const hammer: Tool = {
  _id: 't1',
  name: 'Claw Hammer',
  img: '/pictures/claw-hammer.svg',
  Description: 'Drives and draws nails.',
  MinimumOrder: 1,
  Available: 1_250,
  BuyGear: 0,
  sold: 0,
  PerPrice: 19.9,
  TotalPrice: 0,
  Ratings: 4,
  version: 1,
  retired: false,
};

const screenOf = (change: Partial<Tool> = {}) => {
  const text = JSON.stringify({ ...hammer, ...change });
  return toolScreen({ text: async () => ({ text, asOf: 7n }) }, 't1', 'usd');
};

describe('the first screen of a tool', () => {
  it('says what is drawn, and brings along the tool that the code would ask for', async () => {
    expect(await screenOf()).toMatchObject({
      facts: [],
      texts: { name: 'Claw Hammer', price: '$19.90', available: '1,250', stars: '4.0', rating: '4', sizes: '' },
      tool: hammer,
      asOf: '7',
    });
  });

  it('tells apart what looks different', async () => {
    expect(await screenOf({ MinimumOrder: 1_005, Available: 9_000, BuyGear: 900, sold: 334 })).toMatchObject({
      facts: ['from', 'bought'],
      texts: { minimum: '1,005', pieces: '1005', least: '$19,999.50', bought: '1,234' },
    });
    const few = { Available: 3, pictures: [hammer.img, '/pictures/uploaded/side.webp'] };
    expect(await screenOf(few)).toMatchObject({
      facts: ['last', 'several'],
      texts: { last: 'Only 3 left', second: '/pictures/uploaded/side.webp' },
    });
    expect(await screenOf({ pictures: [hammer.img] })).toMatchObject({ facts: [], texts: { second: '' } });
  });

  it.each<Partial<Tool>>([
    { retired: true },
    { Available: 0 },
    { Available: 4, MinimumOrder: 5 },
    { img: 'http://pictures.example/hammer.png' },
  ])('is none of what its page begins with nothing of: %j', async (change) => {
    expect(await screenOf(change)).toBeUndefined();
  });

  it('is none of what there is not', async () => {
    expect(await toolScreen({ text: async () => ({ text: undefined, asOf: 7n }) }, 'x', 'usd')).toBeUndefined();
  });

  it('has every text, whatever the tool', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({ Available: fc.nat(20), MinimumOrder: fc.nat(9), BuyGear: fc.nat(), PerPrice: fc.nat(9_999) }),
        async (change) => {
          const screen = await screenOf(change);
          const texts = Object.values(screen?.texts ?? {});
          expect(texts.filter((text) => typeof text !== 'string' || text === 'undefined')).toEqual([]);
          if (screen?.facts.includes('last')) expect(screen.texts.last).toBe(`Only ${change.Available} left`);
        },
      ),
    ));
});
