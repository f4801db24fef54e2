import type { ChildServer } from './child-server.ts';
import { type Figure, type Measured, type Target, tried, whole } from './figures/figure.ts';
import { inTurn } from './figures/rounds.ts';
import { type Condition, conditionOf, spending } from './figures/spending.ts';
import { type HowLong, underLoad } from './load.ts';
import type { FullShop } from './logs/shelves.ts';
import { withReaders } from './readers.ts';

const megabyte = 2 ** 20;

/**
 * Seconds of orders before any count: for the first five V8 compiles what they call, and an order takes a third more of the
 * processor, that of V8's helpers included.
 */
const untilCompiled = 8;

/** What orders must reach on the stores of this run. */
export type OrderTargets = { readonly spread?: Target; readonly hot?: Target; readonly hotOfMany?: Target };

/** What is ordered: spread over all tools, and of one that everybody wants; beside Express with one durable insert. */
export async function placeOrders(
  shop: FullShop,
  bare: ChildServer,
  seconds: number,
  must: OrderTargets,
): Promise<Figure[]> {
  const [hot] = shop.toolIds;
  const body = shop.order()();
  const against = (toolId: string | undefined, connections?: number, warmUp?: number) => async () => {
    const ours = (length: number) => ordersOf(shop, { seconds: length }, toolId, connections);
    const load = { url: `${bare.origin}/booking`, method: 'POST', body, connections } as const;
    const inserted = (length: number) => spending(bare, () => underLoad(load, { seconds: length }));
    return { ...(await inTurn(seconds, ours, inserted, warmUp)), beside: 'Express, one durable insert' };
  };
  return [
    await tried('POST /booking, spread over 5,000 tools', against(undefined, undefined, untilCompiled), must.spread),
    await tried('POST /booking, one hot tool', against(hot), must.hot),
    await tried('POST /booking, one hot tool, 256 clients', against(hot, 256), must.hotOfMany),
  ];
}

/**
 * So many orders in all, while four read: what the process holds then, and what was left to them. Beside bare Express, which is
 * asked for a tenth of them, so that it is seen what is left to whoever reads on this machine anyway.
 */
export async function placeMany(
  shop: FullShop,
  bare: ChildServer,
  { orders }: { readonly orders: number },
): Promise<Figure[]> {
  const many = `${orders.toLocaleString('en-US')} orders`;
  const placing = (length: HowLong) => () => ordersOf(shop, length);
  const body = shop.order()();
  const load = { url: `${bare.origin}/booking`, method: 'POST', body } as const;
  const inserting = (length: HowLong) => () => spending(bare, () => underLoad(load, length));
  const ours = await whileFourRead(`POST /booking, spread, ${many}, while four read`, shop, placing({ calls: orders }));
  const beside = await whileFourRead('', bare, inserting({ calls: Math.ceil(orders / 10) }));
  const held: Figure = {
    what: 'the event loop meanwhile, held at the longest',
    ours: ours.held === undefined ? {} : { amount: { value: ours.held, unit: 'ms' } },
    must: { amount: 50 },
    note:
      `of the processor; ${Math.round(ours.heldByClock ?? 0)} ms of the clock, while its clients share the machine; ` +
      `bare Express: ${whole(beside.held ?? 0)} and ${Math.round(beside.heldByClock ?? 0)} ms`,
  };
  const resident = await tried(`resident memory after ${many}`, () => residentIn(shop), { amount: 250 });
  const against = 'Express, one durable insert';
  return [
    { ...ours.placed, bare: beside.placed.ours, beside: against },
    {
      what: 'GET /tool?limit=10 meanwhile, 4 clients',
      ours: ours.read,
      bare: beside.read,
      beside: against,
      must: { p99: 8 },
    },
    held,
    resident,
  ];
}

type WhileFourRead = Partial<Pick<Condition, 'held' | 'heldByClock'>> & {
  readonly placed: Figure;
  readonly read: Partial<Measured>;
};

async function whileFourRead(
  what: string,
  { origin }: ChildServer,
  place: () => Promise<Measured & Pick<Condition, 'held' | 'heldByClock'>>,
): Promise<WhileFourRead> {
  let longest: Pick<Condition, 'held' | 'heldByClock'> | undefined;
  const placing = () =>
    tried(what, async () => {
      const { held, heldByClock, ...ours } = await place();
      longest = { held, heldByClock };
      return { ours };
    });
  const { result: placed, read } = await withReaders(`${origin}/tool?limit=10`, placing);
  return { placed, read, ...longest };
}

async function residentIn(shop: FullShop): Promise<Pick<Figure, 'ours' | 'note'>> {
  const { rss } = await conditionOf(shop);
  const { heapUsed, external } = (await shop.ask('what do you keep?')) as Condition;
  const note = `${Math.round((heapUsed + external) / megabyte)} MB of it can be reached`;
  return { ours: { amount: { value: rss / megabyte, unit: 'MB' } }, note };
}

/** Orders of one tool, or spread over all. */
export async function ordersOf(shop: FullShop, howLong: HowLong, toolId?: string, connections?: number) {
  const headers = await shop.authorization();
  const load = {
    url: `${shop.origin}/booking`,
    method: 'POST',
    headers,
    body: shop.order(toolId),
    connections,
  } as const;
  return spending(shop, () => underLoad(load, howLong));
}
