import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiClient, addTool, orderOf, payInSandbox, signUp } from '../../testing/api-client.ts';
import { codeIn, rowsIn, sectionOf } from '../../testing/documents/pages.ts';
import { startShop } from '../../testing/running-shop.ts';
import { namesIn, samplesIn } from '../../testing/shops/metrics.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { expectProblem } from './expect-problem.ts';

const price = 19.99;
const shop = shopUnderTest();

const read = async () => (await shop.nobody.get('/metrics')).text;

/** The value of the one sample that has these labels; undefined where there is none. */
async function sampleOf(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | undefined> {
  const has = Object.entries(labels);
  const found = samplesIn(await read()).filter(
    (one) => one.name === name && has.every(([at, is]) => one.labels[at] === is),
  );
  expect(found.length, `${name} ${JSON.stringify(labels)}`).toBeLessThanOrEqual(1);
  return found[0]?.value;
}

/** The answer to who calls this machine by a name. `fetch` sends its own. */
async function statusAs(name: string): Promise<number | undefined> {
  const { port } = new URL(shop.origin);
  const asked = get({ port, host: '127.0.0.1', path: '/metrics', headers: { host: `${name}:${port}` } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.destroy();
  return answer.statusCode;
}

/** The first line of the answer to who asks in a version of HTTP, as a proxy on this machine does. */
async function answeredIn(version: string): Promise<string | undefined> {
  const { port } = new URL(shop.origin);
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.write(`GET /metrics HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).split('\r\n')[0];
}

describe('metrics', () => {
  it('are those that docs/operating.md tells of, and no others', async () => {
    const told = rowsIn(sectionOf('docs/operating.md', '## Metrics')).flatMap(([names = '']) => codeIn(names));
    const own = [...namesIn(await read())].filter((name) => !/^(process|nodejs)_/.test(name));
    expect(own.toSorted()).toEqual(told.filter((name) => !name.endsWith('*')).toSorted());
  });

  it('are for this machine and for admins, and for nobody who comes by way of a proxy', async () => {
    const reply = await shop.nobody.get('/metrics');
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect((await shop.admin.get('/metrics')).status).toBe(200);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      expectProblem(await shop.nobody.get('/metrics', { headers: { [name]: '127.0.0.1' } }), 401);
    }
    expect(await statusAs('localhost')).toBe(200);
    expect(await statusAs('rebound.example')).toBe(401);
    expectProblem(await shop.shopper.get('/metrics'), 403);
    expectProblem(await shop.nobody.get('/metrics', { token: 'made-up-and-long-enough' }), 401);
  });

  it('are not for who comes in HTTP/1.0, as by way of a proxy that was told nothing else', async () => {
    expect(await answeredIn('1.1')).toBe('HTTP/1.1 200 OK');
    expect(await answeredIn('1.0')).toBe('HTTP/1.1 401 Unauthorized');
  });

  it('are for who says METRICS_TOKEN where there is one, also through a proxy', async () => {
    const token = 'a-token-of-our-own';
    const guarded = await startShop({ METRICS_TOKEN: token });
    onTestFinished(() => guarded.end());
    const anybody = new ApiClient(guarded.origin);
    expectProblem(await anybody.get('/metrics'), 401);
    expectProblem(await anybody.get('/metrics', { token: `${token}s` }), 401);
    expect((await anybody.get('/metrics', { token, headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(200);
  });

  it('tell how long calls take by the route as it is declared, and never by an address as it came', async () => {
    const who = await signUp(shop.origin);
    const labels = { method: 'GET', route: '/user/{email}' };
    const count = async (status: string) =>
      (await sampleOf('http_request_duration_seconds_count', { ...labels, status })) ?? 0;
    const [ok, refused] = [await count('2xx'), await count('4xx')];
    expect((await who.get(`/user/${who.email}`)).status).toBe(200);
    expect((await who.get('/user/nobody@inventory.example')).status).toBeGreaterThanOrEqual(400);
    // Spelt so that it takes the long way.
    expect((await who.get(`/user/${who.email}/`)).status).toBe(200);
    await shop.nobody.get('/nothing-here');
    expect(await count('2xx')).toBe(ok + 2);
    expect(await count('4xx')).toBe(refused + 1);
    const text = await read();
    for (const raw of [who.email, encodeURIComponent(who.email), 'nobody@', '/nothing-here']) {
      expect(text).not.toContain(raw);
    }
    const [own, all] = [
      { ...labels, status: '2xx', le: '+Inf' },
      { ...labels, status: '2xx' },
    ];
    expect(await sampleOf('http_request_duration_seconds_bucket', own)).toBe(ok + 2);
    expect(await sampleOf('http_request_duration_seconds_sum', all)).toBeGreaterThan(0);
  });

  it('tell of orders, of the pieces that they hold, and of the money', async () => {
    const toolId = await addTool(shop.admin, { PerPrice: price });
    const held = (await sampleOf('inventory_stock_held_pieces')) ?? 0;
    const taken = (await sampleOf('inventory_money_minor_units', { state: 'taken' })) ?? 0;
    const paid = (await sampleOf('inventory_orders', { status: 'paid' })) ?? 0;
    const { body } = await shop.shopper.post<{ insertedId: string }>(
      '/booking',
      orderOf(shop.shopper, toolId, 3 * price, { quantity: 3 }),
    );
    expect(await sampleOf('inventory_stock_held_pieces')).toBe(held + 3);
    expect(await payInSandbox(shop.shopper, body.insertedId, 3 * price)).toBe(200);
    await expect.poll(() => sampleOf('inventory_orders', { status: 'paid' })).toBe(paid + 1);
    expect(await sampleOf('inventory_stock_held_pieces')).toBe(held);
    await expect.poll(() => sampleOf('inventory_money_minor_units', { state: 'taken' })).toBe(taken + 5_997);
    expect(await sampleOf('inventory_events_total', { type: 'ToolBooked' })).toBeGreaterThan(0);
    expect(await sampleOf('inventory_event_shown_seconds_count')).toBeGreaterThan(0);
  });

  it('tell of each projection and reactor how far it is behind, of stores, queues and connections', async () => {
    await expect.poll(() => sampleOf('inventory_projection_lag_positions', { projection: 'bookings' })).toBe(0);
    expect(await sampleOf('inventory_projection_stopped', { projection: 'bookings' })).toBe(0);
    await expect.poll(() => sampleOf('inventory_reactor_lag_positions', { reactor: 'release-stock' })).toBe(0);
    for (const store of ['events', 'read models'])
      expect(await sampleOf('inventory_store_reachable', { store })).toBe(1);
    for (const queue of ['calls', 'passwords', 'background', 'events']) {
      expect(await sampleOf('inventory_queue_length', { queue })).toBeGreaterThanOrEqual(0);
    }
    expect(await sampleOf('inventory_live_connections')).toBe(0);
    expect(await sampleOf('inventory_parked_events', { state: 'parked' })).toBe(0);
    expect(await sampleOf('inventory_serving')).toBe(1);
    expect(namesIn(await read())).toContain('process_cpu_seconds_total');
  });
});
