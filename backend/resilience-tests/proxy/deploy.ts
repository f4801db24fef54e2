import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';
import { freePorts } from '../../testing/redis/free-ports.ts';
import { startHaproxy } from '../../testing/servers/haproxy.ts';
import { productionSettings } from '../../testing/shop-process.ts';
import { pagesOf } from '../../testing/shops/pages-of.ts';
import { startShopNodes } from '../kills/shop-nodes.ts';
import { type Calls, keepCalling, price } from './deploy-client.ts';
import { DeploySocket } from './deploy-socket.ts';

const nodeCount = 3;
const clientCount = asOften(6, 20);
const stock = 1_000_000;
/** Milliseconds without a live connection that nobody minds, on a machine that is busy with this. */
const patience = 5_000;
/** How often each node is restarted; by hand more often. */
const rounds = Number(process.env.DEPLOY_ROUNDS ?? 1);
/** Milliseconds for all of it, on a machine that is busy with other tests. */
export const deployTimeout = 180_000 * rounds;

/** The cookie by which the proxy knows the way to a node. */
const cookieOf = (node: number) => `inventory_node=n${node + 1}`;

/**
 * Restarts each of three nodes behind the proxy in turn, with SIGTERM, while people order, read and listen; expects that
 * none of them notices.
 */
export async function expectUnnoticedDeploy(stores: Readonly<Record<string, string>>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deploy-'));
  const settings = await productionSettings({ ...stores, DATA_DIR: dataDir, SEED: 'demo', TRUST_PROXY: '1' });
  const nodes = await startShopNodes(nodeCount, settings, await freePorts(nodeCount));
  onTestFinished(async () => {
    await nodes.endAll('SIGKILL');
    rmSync(dataDir, { recursive: true });
  });
  const proxy = await startHaproxy([...nodes.open()].sort().map(([, { origin }]) => origin));
  const admin = await signIn(proxy, demoAdmin.email, demoPassword);
  const toolId = await addTool(admin, { Available: stock, PerPrice: price });
  const people: ApiClient[] = [];
  for (let n = 0; n < clientCount; n++) people.push(await signUp(proxy));

  const calls: Calls = { made: 0, orders: [], failed: [] };
  const stop = new AbortController();
  const sockets = people.map(({ token }, n) => {
    const transport = n % 5 === 4 ? 'polling' : 'websocket';
    return new DeploySocket(proxy, { token, transport, cookie: cookieOf(n % nodeCount) });
  });
  await Promise.all(sockets.map((socket) => socket.connected()));
  const calling = people.map((who, n) => {
    // Half of them are browsers, which keep the proxy's cookie.
    const cookie = n % 2 === 0 ? cookieOf(n % nodeCount) : undefined;
    return keepCalling(who, { toolId, calls, cookie, signal: stop.signal });
  });
  for (let round = 0; round < rounds; round++) {
    for (let node = 0; node < nodeCount; node++) {
      expect(await nodes.end(node, 'SIGTERM')).toMatchObject({ code: 0, stderr: '' });
      await nodes.start(node);
    }
  }
  // The last node has to be found again, too: by everybody who listens, and while everybody goes on asking.
  const enough = calls.made + 5 * clientCount;
  const areBack = () => calls.made >= enough && sockets.every(({ away, isThere }) => isThere && away.length >= rounds);
  await expect.poll(areBack, { timeout: 2 * patience }).toBe(true);
  stop.abort();
  await Promise.all(calling);

  const away = sockets.flatMap((socket) => socket.away);
  console.log(
    `${calls.made} calls, ${calls.orders.length} of them orders, ${calls.failed.length} failed; sockets came back ` +
      `${away.length} times, after ${Math.round(Math.max(...away))} ms at most`,
  );
  expect(calls.failed).toEqual([]);
  const there = (await pagesOf<Booking>(admin, '/booking')).flat().filter((booking) => booking.toolId === toolId);
  expect(there.map(({ _id }) => _id).sort()).toEqual([...calls.orders].sort());
  expect((await admin.get<Tool>(`/tool/${toolId}`)).body.Available).toBe(stock - there.length);

  // Each had its node taken away.
  for (const socket of sockets) {
    expect(socket.away.length).toBeGreaterThanOrEqual(rounds);
    expect(Math.max(...socket.away)).toBeLessThan(patience);
    expect(socket.refused).toEqual([]);
  }
  for (const [n, who] of people.entries()) {
    const { body } = await who.post<{ insertedId: string }>('/booking', orderOf(who, toolId, price));
    await sockets[n]?.hears(body.insertedId);
  }
}
