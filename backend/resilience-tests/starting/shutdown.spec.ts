import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { ApiClient, addTool, orderOf, signIn } from '../../testing/api-client.ts';
import { live } from '../../testing/clients/live-client.ts';
import { ownTime } from '../../testing/measuring/own-time.ts';
import { freePorts } from '../../testing/redis/free-ports.ts';
import {
  beginShopProcess,
  productionSettings,
  type ShopProcess,
  startShopProcess,
} from '../../testing/shop-process.ts';
import { pagesOf } from '../../testing/shops/pages-of.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

const price = 19.99;
const secret = 'a long enough secret';
const dataDir = mkdtempSync(join(tmpdir(), 'stopped-'));
let settings: Readonly<Record<string, string>>;
let shop: ShopProcess;

beforeAll(async () => {
  settings = await productionSettings({ DATA_DIR: dataDir, SEED: 'demo' });
});
afterAll(async () => {
  await shop.end('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

describe('a shop that is told to stop', () => {
  it('answers what it was asked before, and ends within 5 s', async () => {
    shop = await startShopProcess(settings);
    const anybody = new ApiClient(shop.origin);
    // Few enough that a slow machine is through with them in the time that a stop has.
    const signUps = Array.from({ length: 3 }, () =>
      anybody.post('/identity/sign-up', { name: 'Test', email: `${randomUUID()}@inventory.example`, password: secret }),
    );
    // Hashing a password takes long enough: when the first is answered, the others have come and are being worked on.
    await Promise.race(signUps);
    const took = ownTime(shop.pid);
    const { code, stderr } = await shop.end('SIGTERM');
    expect(took()).toBeLessThan(5_000);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect((await Promise.all(signUps)).map(({ status }) => status)).toEqual(signUps.map(() => 201));
  });

  it('hears it at the very moment when it opens', async () => {
    shop = await startShopProcess(settings);
    expect(await shop.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });

  it('ends while it is still opening, too', async () => {
    const [port, nobodys] = await freePorts(2);
    const EVENT_STORE = `esdb://127.0.0.1:${nobodys}?tls=false`;
    const opening = beginShopProcess({ ...settings, PORT: String(port), EVENT_STORE, LOG_LEVEL: 'silent' });
    const isLive = () => fetch(`http://127.0.0.1:${port}/health/live`);
    await vi.waitFor(async () => expect((await isLive()).status).toBe(200), { timeout: 120_000, interval: 50 });
    const serving = await fetch(`http://127.0.0.1:${port}/health/serving`);
    expect([serving.status, await serving.json()]).toEqual([503, { status: 'not yet open' }]);
    const handshake = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`);
    expect([handshake.status, handshake.headers.get('x-content-type-options')]).toEqual([503, 'nosniff']);
    const took = ownTime(opening.child.pid);
    expect(await opening.end('SIGTERM')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(took()).toBeLessThan(5_000);
  });

  it('says so first, and answers as before until DRAIN is over', async () => {
    const drain = 1_500;
    shop = await startShopProcess({ ...settings, DRAIN: `${drain}ms` });
    const anybody = new ApiClient(shop.origin);
    const { socket } = await live(shop.origin);
    let leftAt: number | undefined;
    socket.once('disconnect', () => {
      leftAt = performance.now();
    });
    const from = performance.now();
    const ended = shop.end('SIGTERM');
    await expect
      .poll(async () => (await anybody.get('/health/serving')).body, { interval: 5 })
      .toEqual({ status: 'going' });
    const serving = await anybody.get('/health/serving');
    expect([serving.status, serving.headers.get('connection')]).toEqual([503, 'close']);
    expect((await anybody.get('/tool')).status).toBe(200);
    const late = await live(shop.origin);
    expect(late.socket.connected && socket.connected).toBe(true);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    expect((leftAt ?? 0) - from).toBeGreaterThanOrEqual(drain);
  });

  thoroughly('takes a Ctrl-C that npm passes on for the one that the terminal has sent', async () => {
    shop = await startShopProcess({ ...settings, DRAIN: '400ms' });
    const anybody = new ApiClient(shop.origin);
    const ended = shop.end('SIGINT');
    await expect
      .poll(async () => (await anybody.get('/health/serving')).body, { interval: 5 })
      .toEqual({ status: 'going' });
    void shop.end('SIGINT');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  thoroughly('has every order that it acknowledged while it was busy', async () => {
    shop = await startShopProcess(settings);
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const toolId = await addTool(admin, { Available: 1_000_000, PerPrice: price });
    const acknowledged: string[] = [];
    const enough = Promise.withResolvers<void>();
    const load = Array.from({ length: 8 }, async () => {
      try {
        for (;;) {
          const { status, body } = await admin.post<{ insertedId: string }>('/booking', orderOf(admin, toolId, price));
          expect(status).toBe(201);
          if (acknowledged.push(body.insertedId) === 100) enough.resolve();
        }
      } catch (reason) {
        if (!(reason instanceof TypeError)) throw reason; // What fetch throws when nobody listens any more.
      }
    });
    await Promise.race([enough.promise, ...load]);
    const took = ownTime(shop.pid);
    const { code, stderr } = await shop.end('SIGTERM');
    expect(took()).toBeLessThan(5_000);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await Promise.all(load);

    shop = await startShopProcess(settings);
    const orders = (await pagesOf<Booking>(admin.at(shop.origin), '/booking')).flat();
    const there = new Set(orders.map(({ _id }) => _id));
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
    await shop.end('SIGKILL');
  });

  thoroughly('ends within 5 s though clients keep connections open, and one never finishes its request', async () => {
    shop = await startShopProcess(settings);
    const hanging = await unfinishedRequest(shop.origin);
    const browsers = [await live(shop.origin), await live(shop.origin, undefined, ['polling'])];
    const reasons = browsers.map(({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve)));
    const silent = await silentWebSocket(shop.origin);
    const took = ownTime(shop.pid);
    const { code } = await shop.end('SIGTERM');
    expect(took()).toBeLessThan(5_000);
    expect(code).toBe(0);
    hanging.destroy();
    silent.destroy();
    // After which Socket.IO's client comes back by itself, to another node.
    for (const reason of await Promise.all(reasons)) expect(reason).toMatch(/^transport (close|error)$/);
  });
});

/** A websocket whose client says nothing, not even that it has heard that it is to end. */
async function silentWebSocket(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {}); // The shop closes it, which is what the test is about.
  socket.write('GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade\r\n');
  socket.write(
    'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await once(socket, 'data');
  return socket;
}

/** A connection on which a request has begun, and of which the rest never comes. */
async function unfinishedRequest(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {}); // The shop closes it, which is what the test is about.
  await once(socket, 'connect');
  socket.write('POST /identity/sign-up HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n');
  socket.write('Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n');
  await once(socket, 'data'); // 100 Continue: the shop is waiting for the body.
  return socket;
}
