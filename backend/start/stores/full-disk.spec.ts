import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { ApiClient, newTool, signIn } from '../../testing/api-client.ts';
import { smallDisk } from '../../testing/machine/small-disk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { samplesIn } from '../../testing/shops/metrics.ts';
import { demoAdmin, demoPassword } from '../demo/seed.ts';

type Line = { readonly level: number; readonly msg: string };

it('a shop whose disk is full says so once where operators look, answers GETs, and says when there is room again', async () => {
  const DATA_DIR = smallDisk(12_288);
  const said: Line[] = [];
  const log = openLog('info', { write: (line) => void said.push(JSON.parse(line)) });
  const shop = await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords, log });
  onTestFinished(() => shop.close());
  const [admin, nobody] = [await signIn(shop.origin, demoAdmin.email, demoPassword), new ApiClient(shop.origin)];
  const ready = async () => {
    const { status, body } = await nobody.get<object>('/health/ready');
    return { status, body };
  };
  const writable = async () => {
    const metrics = samplesIn(await (await fetch(`${shop.origin}/metrics`)).text());
    return metrics.find(({ name }) => name === 'inventory_store_writable')?.value;
  };
  const aboutRoom = () => said.filter(({ msg }) => /room/.test(msg)).map(({ level, msg }) => [level, msg]);
  expect(await ready()).toEqual({ status: 200, body: { status: 'ready' } });
  expect(await writable()).toBe(1);

  const { bavail, bsize } = statfsSync(DATA_DIR);
  writeFileSync(join(DATA_DIR, 'something-else'), Buffer.alloc(bavail * bsize));
  const write = async () => (await admin.post('/tool', newTool())).status;
  await expect.poll(write, { timeout: 60_000, interval: 0 }).toBe(503);
  expect(await write()).toBe(503);
  expect(await ready()).toEqual({ status: 503, body: { status: 'not ready', writes: 'no room' } });
  expect(await writable()).toBe(0);
  expect((await nobody.get('/tool')).status).toBe(200);
  expect((await nobody.get('/health/serving')).status).toBe(200);
  expect(aboutRoom()).toEqual([[50, expect.stringMatching(/no room/)]]);

  rmSync(join(DATA_DIR, 'something-else'));
  // Nobody has to buy anything for that: the node itself writes now and then.
  await expect.poll(ready, { timeout: 60_000 }).toEqual({ status: 200, body: { status: 'ready' } });
  expect(await writable()).toBe(1);
  expect(await write()).toBe(201);
  expect(aboutRoom()).toEqual([
    [50, expect.anything()],
    [30, expect.stringMatching(/room/)],
  ]);
});
