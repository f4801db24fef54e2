import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startHaproxy } from '../testing/haproxy.ts';

it('a node hears through the proxy of a client that has hung up, whose place is then free', async () => {
  const node = createServer(({ url }, response) => {
    if (url === '/health/serving') response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    node.closeAllConnections();
    node.close();
  });
  await once(node, 'listening');
  const origin = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  const proxy = await startHaproxy([origin, origin, origin]);

  const arrives = new Promise<IncomingMessage>((resolve) => {
    node.on('request', (call) => call.method === 'POST' && resolve(call));
  });
  const client = request(`${proxy}/identity/sign-up`, { method: 'POST', agent: false });
  client.on('error', () => {}); // It hangs up.
  client.end('{}');
  const call = await arrives;
  const gone = new Promise<boolean>((resolve) => {
    call.socket.once('error', () => {}).once('close', () => resolve(true)); // The proxy resets it.
  });
  client.destroy();
  expect(await gone).toBe(true);
});
