import { expect, it, onTestFinished } from 'vitest';
import type { Condition } from '../../bench/figures/spending.ts';
import { type FullShop, openFullShop } from '../../bench/logs/shelves.ts';
import { asOften } from '../../testing/as-often.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const orders = { atFirst: 1_500, more: asOften(2_500, 4_000) };
const buyers = 48;
const megabyte = 2 ** 20;
/** Megabytes that may be reached more after more orders, 2 of them compiled code: the documents and their places in lists are 4.4 and 7. */
const most = asOften(3, 4);
/** Megabytes between two looks at a shop that has nothing to do. */
const still = 0.05;

async function place(shop: FullShop, many: number): Promise<void> {
  const order = shop.order();
  let left = many;
  const buy = async () => {
    while (left-- > 0) expect((await shop.admin.post('/booking', order())).status).toBe(201);
  };
  await Promise.all(Array.from({ length: buyers }, buy));
}

/** Megabytes that can be reached once all is written. What was written last stays until more is: so that is one order. */
async function keptBy(shop: FullShop): Promise<number> {
  await place(shop, 1);
  let [before, now] = [Number.POSITIVE_INFINITY, 0];
  const change = async () => {
    const { heapUsed, external } = (await shop.ask('what do you keep?')) as Condition;
    [before, now] = [now, (heapUsed + external) / megabyte];
    return Math.abs(now - before);
  };
  await expect.poll(change, { interval: 1_000 }).toBeLessThan(still);
  return now;
}

it('what a shop keeps in the memory of its orders is next to nothing once they are written', async () => {
  const shop = await openFullShop({ DATA_DIR: temporaryFolder() }, { tools: 64 });
  onTestFinished(() => shop.stop());
  // Whoever asks for their orders is told how many there are: from then on it is known of each where it is listed.
  await shop.admin.get(`/booking?personEmail=${shop.admin.email}`);
  await place(shop, orders.atFirst);
  const before = await keptBy(shop);
  await place(shop, orders.more);
  expect((await keptBy(shop)) - before).toBeLessThan(most);
});
