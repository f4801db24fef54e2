import { StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { mostCalls } from '../../event-store/eventstoredb/appending/append-calls.ts';
import { ProjectionRunner } from '../../feed/projection-runner.ts';
import { LogWatch } from '../../feed/subscription/log-watch.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, signIn } from '../../testing/api-client.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

/** Reactors have records of their own, beside the log. */
const ofTools = (stream: string) => stream.startsWith('inventory-tool-');
const ofOrders = (stream: string) => ofTools(stream) || stream.startsWith('inventory-booking-');

// What a node looks at each second, however many orders come, is of none of them; nor is what it looks for once, a second after it has opened.
beforeEach(() => {
  vi.spyOn(LogWatch.prototype, 'look').mockResolvedValue();
  vi.spyOn(ProjectionRunner.prototype, 'prepare').mockResolvedValue();
});
afterEach(() => void vi.restoreAllMocks());

it('an order on EventStoreDB is two appends, and no stream is read for it', async () => {
  const server = await startEventStoreDouble();
  onTestFinished(() => server.stop());
  const shop = await startShop(
    { EVENT_STORE: server.url, DATA_DIR: temporaryFolder(), SEED: 'demo' },
    { passwords: quickPasswords },
  );
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
  expect(server.appendCalls()).toBeLessThanOrEqual(mostCalls);

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

/** Counts what the event loop looks up in SQLite of what is there already: statements, and rows that they gave. */
function lookups() {
  const spies = [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'get')];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  /** Since it was asked last. */
  return () => {
    let [statements, rows] = [0, 0];
    for (const { mock } of spies) {
      for (const [call, statement] of mock.contexts.entries()) {
        const { sourceSQL } = statement as StatementSync;
        if (!/FROM (events|documents|entries|commands)\b/.test(sourceSQL)) continue;
        const found = mock.results[call]?.value;
        statements += 1;
        rows += Array.isArray(found) ? found.length : found === undefined ? 0 : 1;
      }
    }
    for (const spy of spies) spy.mockClear();
    return { statements, rows };
  };
}

it('an order on SQLite looks up as little of what is there at the six-hundredth as at the first', async () => {
  // With a bound on unpaid orders, which asks how many somebody has.
  const shop = await startShop({ SEED: 'demo', UNPAID_ORDERS: '100000' }, { passwords: quickPasswords });
  onTestFinished(() => shop.end());
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const tools = await Promise.all(Array.from({ length: 20 }, () => addTool(admin, { Available: 10_000 })));
  let placed = 0;
  const place = async (upTo: number) => {
    while (placed < upTo) {
      const some = Array.from({ length: 20 }, () => orderOf(admin, tools[placed++ % tools.length] ?? '', 19.99));
      const answers = await Promise.all(some.map((order) => admin.post('/booking', order)));
      expect(answers.map(({ status }) => status)).toEqual(some.map(() => 201));
    }
  };
  const lookedUp = lookups();
  await place(100);
  lookedUp();
  await place(200);
  const first = lookedUp();
  await place(600);
  lookedUp();
  await place(700);
  const last = lookedUp();
  expect(first.statements / 100).toBeLessThan(0.2);
  expect(last.statements).toBeLessThanOrEqual(first.statements + 20);
  expect(last.rows).toBeLessThanOrEqual(first.rows + 20);
});
