import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { LiveClient, liveSocket, type Transport } from '../../testing/clients/live-client.ts';
import { startHaproxy } from '../../testing/servers/haproxy.ts';
import { productionSettings } from '../../testing/shop-process.ts';
import { type ShopNodes, startShopNodes } from '../kills/shop-nodes.ts';

const price = 19.99;
const perAddress = 20;
const guesses = 6;
const nodes = [0, 1, 2];
const dataDir = mkdtempSync(join(tmpdir(), 'behind-proxy-'));
let shop: ShopNodes;
let proxy: string;
let buyer: ApiClient;
let toolId: string;

beforeAll(async () => {
  const settings = { DATA_DIR: dataDir, SEED: 'demo', TRUST_PROXY: '1', LOGIN_LIMIT_ADDRESS: `${guesses}` };
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

/** The answer to a wrong password at the first node, from an address of this machine. */
async function guessFrom(localAddress: string, said: Readonly<Record<string, string>>): Promise<number> {
  const headers = { cookie: 'inventory_node=n1', 'content-type': 'application/json', ...said };
  const asked = request(`${proxy}/identity/sign-in`, { method: 'POST', localAddress, headers, agent: false });
  asked.end(JSON.stringify({ email: `${randomUUID()}@inventory.example`, password: 'a wrong guess' }));
  const [{ statusCode = 0 }] = (await once(asked, 'response')) as [IncomingMessage];
  asked.destroy();
  return statusCode;
}

describe('guesses at passwords through a proxy', () => {
  it('are no more for who says that they come from elsewhere each time', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 2 * guesses; n++) {
      const from = `192.0.2.${n}`;
      const said = { 'x-forwarded-for': from, forwarded: `for=${from}`, 'x-real-ip': from, 'x-forwarded-host': from };
      answers.push(await guessFrom('127.0.0.4', said));
    }
    expect(answers).toEqual(answers.map((_, n) => (n < guesses ? 401 : 429)));
    expect(await guessFrom('127.0.0.5', {})).toBe(401);
  });
});

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
