import { expect, it, onTestFinished } from 'vitest';
import { startEventStoreDouble } from '../doubles/eventstoredb/event-store-double.ts';
import { demoAdmin, demoPassword } from '../start/seed/seed.ts';
import { addTool, orderOf, signIn } from '../testing/api-client.ts';
import { startShop } from '../testing/running-shop.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** Reactors have records of their own, beside the log. */
const ofTools = (stream: string) => stream.startsWith('inventory-tool-');
const ofOrders = (stream: string) => ofTools(stream) || stream.startsWith('inventory-booking-');

it('an order on EventStoreDB is two appends, and no stream is read for it', async () => {
  const server = await startEventStoreDouble();
  onTestFinished(() => server.stop());
  const shop = await startShop({ EVENT_STORE: server.url, DATA_DIR: temporaryFolder(), SEED: 'demo' });
  onTestFinished(() => shop.close());
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const toolId = await addTool(admin, { Available: 1_000 });
  const order = () => admin.post('/booking', orderOf(admin, toolId, 19.99));
  await order();
  server.asked.forget();
  const orders = 10;
  for (let count = 0; count < orders; count += 1) expect((await order()).status).toBe(201);
  expect(server.asked.appends.filter(ofOrders)).toHaveLength(2 * orders);
  expect(server.asked.reads.filter(ofOrders)).toEqual([]);
  expect(server.appendCalls()).toBe(1);

  server.asked.forget();
  const together = 100;
  const answers = await Promise.all(Array.from({ length: together }, order));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: together }, () => 201));
  const appends = server.asked.appends.filter(ofOrders);
  // Pieces of one tool are set aside for many orders in one append.
  expect(appends.filter(ofTools).length).toBeLessThan(together);
  expect(appends.length - appends.filter(ofTools).length).toBe(together);
  expect(server.asked.reads.filter(ofOrders)).toEqual([]);
});
