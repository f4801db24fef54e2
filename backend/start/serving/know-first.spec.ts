import { describe, expect, it } from 'vitest';
import type { ToolScreens } from '../../../modules/catalog/contract.ts';
import type { ShopConfig } from '../../../modules/payments/contract.ts';
import { knowFirst } from './know-first.ts';

const settings = { google: true, currency: 'eur' } as ShopConfig;
const demo = { emails: ['ada@example.com', 'sam@example.com'], password: 'workbench' };
const asked: string[][] = [];
const tools = {
  screenOf: async (...of: [string, string]) => {
    asked.push(of);
    if (of[0] !== 'claw hammer') return undefined;
    return { facts: ['last'], texts: { name: 'Claw Hammer' }, tool: { _id: of[0] }, asOf: '7' };
  },
} as unknown as ToolScreens;
const know = knowFirst(async () => settings, tools);
const knowDemo = knowFirst(async () => ({ ...settings, demo }), tools);

describe('what the server knows of a page before it is asked', () => {
  it('is nothing of the home page, and it asks nobody', async () => {
    const unasked = knowFirst(() => Promise.reject(new Error('asked')), tools);
    for (const name of ['front', 'home'] as const) {
      expect(await unasked(name, '/')).toEqual({ facts: [], texts: {}, data: {} });
    }
  });

  it('is of the login whether there is Google, and a demo with whom', async () => {
    expect(await know('login', '/login')).toMatchObject({ facts: ['google'], data: { config: settings } });
    expect(await knowDemo('login', '/login')).toEqual({
      facts: ['google', 'demo'],
      texts: { admin: 'ada', adminAt: 'example.com', shopper: 'sam', shopperAt: 'example.com', password: 'workbench' },
      data: { config: { ...settings, demo } },
    });
  });

  it('is that nobody runs the shop yet, so that the login says so', async () => {
    const unclaimed = knowFirst(async () => ({ ...settings, unclaimed: true }), tools);
    expect(await unclaimed('login', '/login')).toMatchObject({ data: { config: { unclaimed: true } } });
  });

  it('is none where one of the demo’s two has gone, but for the cart, which names neither', async () => {
    const alone = knowFirst(async () => ({ ...settings, demo: { ...demo, emails: ['ada@example.com'] } }), tools);
    expect(await alone('login', '/login')).toBeUndefined();
    expect(await alone('tool', '/tools/claw%20hammer')).toBeUndefined();
    expect(await alone('cart', '/mycart')).toMatchObject({ facts: ['google', 'demo'] });
  });

  it('is of a tool’s page the tool that the address names, in the shop’s currency', async () => {
    expect(await knowDemo('tool', '/tools/claw%20hammer')).toMatchObject({
      facts: ['google', 'demo', 'last'],
      texts: { name: 'Claw Hammer', password: 'workbench' },
      data: { config: { demo }, tool: { _id: 'claw hammer' }, asOf: '7' },
    });
    expect(asked.at(-1)).toEqual(['claw hammer', 'eur']);
  });

  it('is none of a tool that there is not, nor of an address that is no text', async () => {
    expect(await know('tool', '/tools/nothing')).toBeUndefined();
    expect(await know('tool', '/tools/%E0%A4%A')).toBeUndefined();
    expect(asked.at(-1)).toEqual(['', 'eur']);
  });
});
