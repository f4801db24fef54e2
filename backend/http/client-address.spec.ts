import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

let hops = 0;
const server = createServer((request: IncomingMessage, response) => {
  response.end(clientAddress(request, hops));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

async function addressOf(forwarded: string | undefined, proxies: number): Promise<string> {
  hops = proxies;
  const { port } = server.address() as AddressInfo;
  const headers = forwarded === undefined ? undefined : { 'x-forwarded-for': forwarded };
  return (await fetch(`http://127.0.0.1:${port}`, headers && { headers })).text();
}

describe('where a request comes from', () => {
  it('is where its connection does, whatever it says itself', async () => {
    expect(await addressOf(undefined, 0)).toBe('127.0.0.1');
    expect(await addressOf('203.0.113.7', 0)).toBe('127.0.0.1');
  });

  it('is what the proxies say, and nothing that was said to them', async () => {
    expect(await addressOf('198.51.100.1, 203.0.113.7', 1)).toBe('203.0.113.7');
    expect(await addressOf('192.0.2.9, 198.51.100.1, 203.0.113.7', 2)).toBe('198.51.100.1');
    expect(await addressOf('203.0.113.7', 2)).toBe('203.0.113.7');
    expect(await addressOf(undefined, 1)).toBe('127.0.0.1');
  });
});
