import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultBounds } from '../../http/connections/connection-bounds.ts';
import { rawConnections } from '../../testing/clients/raw-connection.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

const kB = 1_024;
const packed = (bytes: number) => gzipSync(Buffer.alloc(bytes, ' '));

/** Calls that lack the last byte of their body; how many of the connections that they came on are cut. */
async function neverEnding(count: number, { path, head, body }: { path: string; head: string; body: Buffer }) {
  const connections = await rawConnections(shop.origin, count);
  onTestFinished(() => connections.forEach(({ socket }) => void socket.destroy()));
  for (const { socket, write } of connections) {
    socket.resume();
    write(`POST ${path} HTTP/1.1\r\nHost: shop\r\n${head}`);
    write(body.subarray(0, -1));
  }
  return () => connections.filter(({ socket }) => socket.closed).length;
}

/** How many of so many are to be cut that hold so much each. In the 15 s after which all are, this is waited for. */
const beyond = (count: number, each: number) =>
  count - Math.floor(defaultBounds.together / (defaultBounds.connection + each));
const soon = { timeout: 10_000 };

describe('bodies that never end are no more than all connections may hold together', () => {
  it('as long as the provider’s messages may be', async () => {
    const length = 1_024 * kB;
    const head = `Content-Length: ${length}\r\n\r\n`;
    const cut = await neverEnding(75, { path: '/payments/webhook', head, body: Buffer.alloc(length) });
    await expect.poll(cut, soon).toBeGreaterThanOrEqual(beyond(75, length));
    expect(await shop.nobody.get('/tool?limit=1')).toMatchObject({ status: 200 });
  });

  it('of no said length', async () => {
    const chunk = Buffer.alloc(1_000 * kB, 'x');
    const head = `Transfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n`;
    const cut = await neverEnding(75, { path: '/payments/webhook', head, body: chunk });
    await expect.poll(cut, soon).toBeGreaterThanOrEqual(beyond(75, chunk.length));
  });

  it('packed, by what they may be when they are unpacked, and what unpacks them', async () => {
    const body = packed(100 * kB);
    const head = `Content-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
    const cut = await neverEnding(450, { path: '/identity/sign-in', head, body });
    await expect.poll(cut, soon).toBeGreaterThanOrEqual(beyond(450, 164 * kB));
  });
});

it('who says a megabyte and sends nothing pushes nobody out', async () => {
  const head = `Content-Length: ${1_024 * kB}\r\n\r\n`;
  const cut = await neverEnding(300, { path: '/payments/webhook', head, body: Buffer.alloc(2) });
  expect(await shop.nobody.get('/tool?limit=1')).toMatchObject({ status: 200 });
  expect(cut()).toBe(0);
});

it('a packed message of the provider is nobody’s, and is not unpacked', async () => {
  const body = packed(1_024 * kB);
  const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' };
  const answer = await fetch(`${shop.origin}/payments/webhook`, { method: 'POST', body, headers });
  expect(answer.status).toBe(415);
});

it('a packed body of JSON is read', async () => {
  const body = gzipSync(JSON.stringify({ email: 'nobody@inventory.dev', password: 'not a password of anybody' }));
  const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' };
  const answer = await fetch(`${shop.origin}/identity/sign-in`, { method: 'POST', body, headers });
  expect(answer.status).toBe(401);
});
