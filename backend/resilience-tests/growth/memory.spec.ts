import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, signIn } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';
import { productionSettings, startShopProcess } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const orders = asOften(2_400, 4_000);
const buyers = 48;
const price = 19.99;
/** Megabytes that a shop holds which has just been opened, and what orders may add to that. */
const most = { afterAll: 250, between: 40 };

/** What a process holds in the memory, in megabytes. */
function residentOf(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

// In Linux alone, which has a /proc.
it('what a shop holds in the memory does not grow with its orders', async () => {
  const shop = await startShopProcess(await productionSettings({ DATA_DIR: temporaryFolder(), SEED: 'demo' }));
  onTestFinished(async () => void (await shop.end('SIGTERM')));
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const tools = await Promise.all(
    Array.from({ length: 20 }, () => addTool(admin, { Available: 1_000_000, PerPrice: price })),
  );
  let placed = 0;
  const buy = async (upTo: number) => {
    while (placed < upTo) {
      const { status } = await admin.post('/booking', orderOf(admin, tools[placed++ % tools.length] ?? '', price));
      expect(status).toBe(201);
    }
  };
  const place = (upTo: number) => Promise.all(Array.from({ length: buyers }, () => buy(upTo)));
  await place(orders / 2);
  const before = residentOf(shop.pid);
  await place(orders);
  const after = residentOf(shop.pid);
  expect(after).toBeLessThan(most.afterAll);
  expect(after - before).toBeLessThan(most.between);
});
