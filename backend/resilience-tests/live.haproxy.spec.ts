import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { demoAdmin, demoPassword } from '../start/seed/seed.ts';
import { type ApiClient, addTool, orderOf, signIn, signUp } from '../testing/api-client.ts';
import { startHaproxy } from '../testing/haproxy.ts';
import { LiveClient, liveSocket, type Transport } from '../testing/live-client.ts';
import { productionSettings } from '../testing/shop-process.ts';
import { type ShopNodes, startShopNodes } from './shop-nodes.ts';

const price = 19.99;
const perAddress = 20;
const nodes = [0, 1, 2];
const dataDir = mkdtempSync(join(tmpdir(), 'behind-proxy-'));
let shop: ShopNodes;
let proxy: string;
let buyer: ApiClient;
let toolId: string;

beforeAll(async () => {
  const settings = { DATA_DIR: dataDir, SEED: 'demo', TRUST_PROXY: '1' };
  shop = await startShopNodes(3, await productionSettings({ ...settings, SOCKETS_PER_ADDRESS: `${perAddress}` }));
  proxy = await startHaproxy(nodes.map((node) => shop.open().get(node)?.origin ?? ''));
  buyer = await signUp(proxy);
  toolId = await addTool(await signIn(proxy, demoAdmin.email, demoPassword), { Available: 1_000, PerPrice: price });
});
afterAll(async () => {
  await shop?.endAll('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

const order = async () =>
  (await buyer.post<{ insertedId: string }>('/booking', orderOf(buyer, toolId, price))).body.insertedId;

/** A browser whose cookie has put it on a node. */
async function browserAt(node: number, transports: readonly Transport[]): Promise<LiveClient> {
  const socket = liveSocket(proxy, buyer.token, transports);
  socket.io.opts.extraHeaders = { cookie: `inventory_node=n${node + 1}` };
  socket.io.reconnection(true).reconnectionDelay(50);
  const client = new LiveClient(socket);
  const connected = new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
  socket.connect();
  await connected;
  return client;
}

/** The answer to a handshake at the first node, from an address of this machine; it is hung up after the test. */
async function handshakeFrom(localAddress: string, said: Readonly<Record<string, string>> = {}): Promise<number> {
  const headers = { cookie: 'inventory_node=n1', ...said };
  const asked = get(`${proxy}/socket.io/?EIO=4&transport=polling`, { localAddress, headers, agent: false });
  onTestFinished(() => void asked.destroy());
  const [{ statusCode = 0 }] = (await once(asked, 'response')) as [IncomingMessage];
  return statusCode;
}

describe('live sockets behind a proxy with three nodes', () => {
  it.each<Transport>(['websocket', 'polling'])('hear by %s at each of them what happened at any', async (transport) => {
    const browsers = await Promise.all(nodes.map((node) => browserAt(node, [transport])));
    for (let round = 0; round < 3; round++) {
      const bookingId = await order();
      await Promise.all(browsers.map((browser) => browser.next('booking.placed', { bookingId })));
    }
  });

  it('are counted by the address that they come from, whatever they say of it', async () => {
    const forged = (n: number) => ({ 'x-forwarded-for': `192.0.2.${n}` });
    const answers: number[] = [];
    while (answers.length <= perAddress) answers.push(await handshakeFrom('127.0.0.2', forged(answers.length)));
    expect(answers.at(-1)).toBe(429);
    expect(answers.filter((status) => status === 200).length).toBe(perAddress);
    expect(await handshakeFrom('127.0.0.3')).toBe(200);
  });

  it('come back by themselves at another node when theirs is stopped', async () => {
    const browser = await browserAt(2, ['websocket', 'polling']);
    const again = new Promise((resolve) => browser.socket.once('connect', () => resolve(undefined)));
    await shop.end(2, 'SIGTERM');
    await again;
    await browser.next('booking.placed', { bookingId: await order() });
  });
});
