import type { Caller } from '../../modules/kernel/route.ts';
import type { SoakShop } from './soak-shop.ts';

export type SoakTool = { readonly toolId: string; readonly perPrice: number; readonly initially: number };

/** Puts so many tools on the shelf, each with pieces enough for its part of the orders, and at a price of its own. */
export async function addTools(shop: SoakShop, admin: Caller, { tools, orders }: { tools: number; orders: number }) {
  const added: SoakTool[] = [];
  const initially = Math.ceil((orders / tools) * 3) + 10;
  for (let n = 0; n < tools; n++) {
    const perPrice = 5 + n + 0.99;
    const facts = { name: `Tool ${n}`, img: '/tools/hammer.svg', Description: 'For the soak', MinimumOrder: 1 };
    const figures = { Available: initially, PerPrice: perPrice, TotalPrice: perPrice, Ratings: 4, BuyGear: 0 };
    const { body } = await shop.call('POST /tool', { caller: admin, body: { ...facts, ...figures }, key: `tool ${n}` });
    added.push({ toolId: String(Object(body).insertedId), perPrice, initially });
  }
  return added;
}
