import { type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { nodeBehindHaproxy } from '../../testing/servers/haproxy.ts';

it('a node hears through the proxy of a client that has hung up, whose place is then free', async () => {
  const { node, proxy } = await nodeBehindHaproxy(({ url }, response) => {
    if (url === '/health/serving') response.end();
  });

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
