import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { Problem } from '../../modules/kernel/wire/wire.ts';
import { CountedLog } from '../runtime/logging/counted-log.ts';
import { openLog } from '../runtime/logging/log.ts';
import { ConnectionRefused, live } from '../testing/clients/live-client.ts';
import { rawConnection } from '../testing/clients/raw-connection.ts';
import { liveUnderTest, said } from '../testing/shops/live-under-test.ts';

const path = '/socket.io/?EIO=4&transport=';
const soon = { timeout: 60_000, interval: 5 };

/** A websocket, and what is said to it. */
async function websocket(address: string) {
  const socket = new WebSocket(address.replace('http', 'ws'));
  const messages: string[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(String(data)));
  socket.addEventListener('error', () => {});
  await expect.poll(() => socket.readyState, soon).not.toBe(WebSocket.CONNECTING);
  return { socket, messages };
}

describe('a handshake', () => {
  it('makes one socket of a connection, however often it is asked for', async () => {
    const shop = await liveUnderTest();
    const { socket, messages } = await websocket(`${shop.origin}${path}websocket`);
    await expect.poll(() => messages.length, soon).toBe(1);
    for (let n = 0; n < 10; n++) socket.send('40');
    await expect.poll(() => socket.readyState, soon).toBe(WebSocket.CLOSED);
    expect(messages.filter((message) => message.startsWith('40')).length).toBeLessThanOrEqual(1);
    const other = await live(shop.origin);
    shop.tell(said('everyone', 'hello'));
    await other.next('said', { text: 'hello' });
  });

  it('may be tried again with another token on the same connection', async () => {
    const shop = await liveUnderTest();
    const { socket, messages } = await websocket(`${shop.origin}${path}websocket`);
    socket.send('40{"token":"nonsense"}');
    await expect.poll(() => messages.some((message) => message.startsWith('44')), soon).toBe(true);
    socket.send(`40${JSON.stringify({ token: shop.tokenOf('ann') })}`);
    await expect.poll(() => messages.some((message) => message.startsWith('40')), soon).toBe(true);
  });

  it('with an empty token is one without a token, as in a call: it hears what is public', async () => {
    const shop = await liveUnderTest();
    const client = await live(shop.origin, '');
    shop.tell(said({ uid: 'ann' }, 'hers'), said('everyone', 'public'));
    await client.next('said', { text: 'public' });
    expect(client.of('said')).toHaveLength(1);
  });

  it('that makes no sense is the mistake of who sends it, and no fault', async () => {
    const counted = new CountedLog(openLog('silent'));
    const fault = vi.spyOn(counted, 'fault');
    const shop = await liveUnderTest({ counted });
    const refused = await live(shop.origin, 'x'.repeat(9_000)).catch((reason: unknown) => reason);
    expect(refused).toBeInstanceOf(ConnectionRefused);
    expect(refused).toMatchObject({ problem: { status: 400 } });
    expect(fault).not.toHaveBeenCalled();
  });

  it('says in words for people what is wrong with what was sent for a token, and so do the messages of a socket', async () => {
    const shop = await liveUnderTest();
    const { socket, messages } = await websocket(`${shop.origin}${path}websocket`);
    socket.send('40{"token":7}');
    await expect.poll(() => messages.find((message) => message.startsWith('44')), soon).toContain('"Must be text"');
    const client = await live(shop.origin, shop.tokenOf('ann'));
    for (const said of ['renew', 'watch']) {
      const { problem } = (await client.ask(said, { not: 'a token' })) as { problem: Problem };
      expect(problem.errors, said).toEqual([
        { path: '', message: said === 'renew' ? 'Must be text' : 'Must be a list' },
      ]);
    }
  });

  it('counts as one of the address’s from the moment that it is a websocket, whatever comes of it', async () => {
    const shop = await liveUnderTest({ perAddress: 2 });
    // Socket.IO says goodbye to a websocket that asks for polling; who does not answer is there for half a minute more.
    const upgrade = [
      `GET ${path}polling HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade\r\nUpgrade: websocket`,
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    ].join('\r\n');
    const raw = [await rawConnection(shop.origin), await rawConnection(shop.origin)];
    for (const { socket, write } of raw) {
      write(upgrade);
      await once(socket, 'data');
    }
    const third = await rawConnection(shop.origin);
    third.write(upgrade);
    expect(await third.rest()).toMatch(/^HTTP\/1.1 429 Too Many Requests\r\n/);
    for (const { socket } of raw) socket.destroy();
    const comesIn = () =>
      live(shop.origin).then(
        () => true,
        () => false,
      );
    await expect.poll(comesIn, soon).toBe(true);
  });
});
