import { expect } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { Review } from '../../../modules/reviews/contract.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, signIn } from '../api-client.ts';
import { startShop } from '../running-shop.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const price = 19.99;

/**
 * Opens two shops on the same stores under prefixes of their own, does something in each, and opens both again: each
 * shows its own and nothing of the other.
 */
export async function expectApart(stores: Readonly<Record<string, string>>): Promise<void> {
  const folders = new Map<string, string>();
  const open = (EVENT_STORE_PREFIX: string, SEED = 'demo') => {
    const DATA_DIR = folders.get(EVENT_STORE_PREFIX) ?? temporaryFolder();
    folders.set(EVENT_STORE_PREFIX, DATA_DIR);
    return startShop({ ...stores, EVENT_STORE_PREFIX, SEED, DATA_DIR }, { passwords: quickPasswords });
  };
  const shops = [await open('one-'), await open('other-')];
  const orders = [3, 5];
  const tools: string[] = [];
  for (const [n, shop] of shops.entries()) {
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const toolId = await addTool(admin, { PerPrice: price });
    for (let count = 0; count < (orders[n] ?? 0); count++) {
      expect((await admin.post('/booking', orderOf(admin, toolId, price))).status).toBe(201);
    }
    tools.push(toolId);
  }
  const expectOwn = async (n: number, origin: string) => {
    const admin = await signIn(origin, demoAdmin.email, demoPassword);
    expect((await admin.get<Booking[]>('/booking')).body).toHaveLength(orders[n] ?? 0);
    const shown = (await admin.get<Tool[]>('/tool')).body.map(({ _id }) => _id);
    expect(tools.map((id) => shown.includes(id))).toEqual([n === 0, n === 1]);
    expect(new Set(shown).size).toBe(shown.length);
    expect((await admin.get<Review[]>('/reviews')).status).toBe(200);
  };
  for (const [n, shop] of shops.entries()) await expectOwn(n, shop.origin);
  for (const shop of shops) await shop.close();
  for (const [n, prefix] of ['one-', 'other-'].entries()) {
    const again = await open(prefix);
    await expectOwn(n, again.origin);
    await again.close();
  }
  const third = await open('third-', 'none');
  expect((await fetch(`${third.origin}/tool`).then((response) => response.json())) as unknown[]).toEqual([]);
  await third.close();
}
