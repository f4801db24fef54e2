import type { ChildServer } from './child-server.ts';
import type { Figure } from './figure.ts';
import { type HowLong, underLoad } from './load.ts';
import type { FullShop } from './shelves.ts';

/** What is ordered: spread over all tools, and of one that everybody wants; beside Express with one durable insert. */
export async function placeOrders(shop: FullShop, bare: ChildServer | undefined, seconds: number): Promise<Figure[]> {
  const [hot = ''] = shop.toolIds;
  const howLong = { seconds };
  const body = shop.order()();
  const inserted = bare && {
    bare: await underLoad({ url: `${bare.origin}/booking`, method: 'POST', body }, howLong),
    beside: 'Express, one durable insert',
  };
  const { spread, meanwhile } = await ordersAndReaders(shop, howLong);
  return [
    { what: 'POST /booking, spread over 5,000 tools', ours: spread, ...inserted },
    { what: 'GET /tool?limit=10 meanwhile, 4 clients', ours: meanwhile },
    { what: 'POST /booking, one hot tool', ours: await ordersOf(shop, howLong, hot), ...inserted },
    { what: 'POST /booking, one hot tool, 256 clients', ours: await ordersOf(shop, howLong, hot, 256) },
  ];
}

/** Orders of one tool, or spread over all. */
export function ordersOf(shop: FullShop, howLong: HowLong, toolId?: string, connections?: number) {
  const url = `${shop.origin}/booking`;
  return underLoad(
    { url, method: 'POST', headers: shop.authorization, body: shop.order(toolId), connections },
    howLong,
  );
}

/** Orders over all tools, and what they leave to four who read meanwhile. */
async function ordersAndReaders(shop: FullShop, howLong: HowLong) {
  const reading = { url: `${shop.origin}/tool?limit=10`, connections: 4 };
  const [spread, meanwhile] = await Promise.all([ordersOf(shop, howLong), underLoad(reading, howLong)]);
  return { spread, meanwhile };
}
