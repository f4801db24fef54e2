import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../modules/kernel/wire/wire.ts';
import { ConnectionRefused, live } from '../testing/clients/live-client.ts';
import { rawConnection } from '../testing/clients/raw-connection.ts';
import { lookedAt } from '../testing/deciding/in-session.ts';
import { liveUnderTest, said } from '../testing/shops/live-under-test.ts';

const path = '/socket.io/?EIO=4&transport=';
const soon = { timeout: 60_000, interval: 5 };

/** How a websocket begins, and a message of it as a client masks it (RFC 6455, 4.1 and 5.2). */
const upgrade = [
  `GET ${path}websocket HTTP/1.1`,
  'Host: shop',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');

const [text, ping, pong] = [0x1, 0x9, 0xa];
function frameOf(message: string, kind = text): Buffer {
  const mask = randomBytes(4);
  const payload = Buffer.from(message).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x80 | kind, 0x80 | payload.length]), mask, payload]);
}

/** A websocket that answers nothing by itself; `ended` resolves when the shop has closed it. */
async function websocket(origin: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}websocket`);
  const messages: string[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(String(data)));
  await expect.poll(() => messages.length, soon).toBeGreaterThan(0);
  const ended = async () => expect.poll(() => socket.readyState, soon).toBe(WebSocket.CLOSED);
  return { socket, messages, ended };
}

/** One that is connected as a socket of the shop. */
async function connected(origin: string) {
  const opened = await websocket(origin);
  opened.socket.send('40');
  await expect.poll(() => opened.messages.some((message) => message.startsWith('40')), soon).toBe(true);
  return opened;
}

describe('live connections', () => {
  it('are so many from an address, over either transport; the next is told when to ask again', async () => {
    const shop = await liveUnderTest({ perAddress: 2 });
    const [first] = [await live(shop.origin), await live(shop.origin, undefined, ['polling'])];
    const refused = await fetch(`${shop.origin}${path}polling`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(((await refused.json()) as Problem).detail).toBe('Too many live connections from this address.');
    await expect(live(shop.origin)).rejects.toBeInstanceOf(ConnectionRefused);
    first.close();
    await expect.poll(async () => (await fetch(`${shop.origin}${path}polling`)).status, soon).toBe(200);
  });

  it('are counted also when they say that they have no number yet', async () => {
    const shop = await liveUnderTest({ perAddress: 1 });
    await live(shop.origin);
    for (const evasion of ['&sid=', '&sid=x&sid=', '&sid=&transport=polling', '#&sid=x']) {
      expect((await fetch(`${shop.origin}${path}polling${evasion}`)).status).toBe(429);
    }
  });

  it('that make no sense are refused as such', async () => {
    const shop = await liveUnderTest();
    const wrong = [
      '/socket.io//[',
      '/socket.io/',
      `${path}nonsense`,
      `${path}polling&sid=nonsense`,
      `${path}websocket`,
    ];
    for (const address of wrong) {
      const raw = await rawConnection(shop.origin);
      raw.write(`GET ${address} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`);
      expect(await raw.rest()).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    }
    const raw = await rawConnection(shop.origin);
    raw.write(upgrade.replace('transport=websocket', 'transport=nonsense'));
    expect(await raw.rest()).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  });

  it('that are refused as websockets are told so in HTTP', async () => {
    const shop = await liveUnderTest({ perAddress: 1 });
    await live(shop.origin);
    const raw = await rawConnection(shop.origin);
    raw.write(upgrade);
    const answer = await raw.rest();
    expect(answer).toMatch(/^HTTP\/1.1 429 Too Many Requests\r\n/);
    expect(answer).toMatch(/\r\nRetry-After: 30\r\n/);
    expect(answer).toMatch(/\r\nContent-Type: application\/problem\+json/);
  });

  it('are so many of a person, also of those whose token has run out', async () => {
    const both = Promise.withResolvers<void>();
    let looks = 0;
    const sessionNow = async () => {
      looks += 1;
      if (looks === 3) both.resolve();
      if (looks > 1) await both.promise; // Both are looked at when either is let in.
      return lookedAt;
    };
    const shop = await liveUnderTest({ perUser: 2, sessionNow });
    const token = shop.tokenOf('ann');
    const lapsing = await live(shop.origin, shop.tokenOf('ann', { until: Date.now() }));
    await lapsing.next('lapsed');
    const attempts = await Promise.allSettled([live(shop.origin, token), live(shop.origin, token)]);
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(refused).toMatchObject([{ problem: { status: 429 } }]);
    await live(shop.origin, shop.tokenOf('bob'));
    lapsing.close();
    await expect
      .poll(
        () =>
          live(shop.origin, token).then(
            () => true,
            () => false,
          ),
        soon,
      )
      .toBe(true);
  });

  it('are as many as one likes when the limits are off', async () => {
    const shop = await liveUnderTest();
    const token = shop.tokenOf('ann');
    const opened = await Promise.all(Array.from({ length: 30 }, () => live(shop.origin, token)));
    expect(opened.every(({ socket }) => socket.connected)).toBe(true);
  });

  it('are so many on a node in all, and fewer that poll', async () => {
    const shop = await liveUnderTest({ bounds: { sockets: 2, polling: 1 } });
    const poller = await live(shop.origin, undefined, ['polling']);
    const another = async () => (await fetch(`${shop.origin}${path}polling`)).status;
    expect(await another()).toBe(503);
    await live(shop.origin);
    await expect(live(shop.origin)).rejects.toBeInstanceOf(ConnectionRefused);
    poller.close();
    await expect.poll(another, soon).toBe(200);
  });

  it('take no place from calls', async () => {
    // Room for three connections of HTTP.
    const shop = await liveUnderTest({ connections: { connection: 1_000, together: 3_000 } });
    const [poller, ...others] = await Promise.all([
      live(shop.origin, undefined, ['polling']),
      ...Array.from({ length: 8 }, () => live(shop.origin)),
    ]);
    for (let n = 0; n < 5; n++)
      expect((await fetch(shop.origin, { headers: { connection: 'close' } })).status).toBe(200);
    shop.tell(said('everyone', 'all are here'));
    for (const client of [poller, ...others]) await client?.next('said', { text: 'all are here' });
  });

  it('upgrade from polling, and hear everything once', async () => {
    const shop = await liveUnderTest({ bounds: { polling: 1 } });
    const client = await live(shop.origin, undefined, ['polling', 'websocket']);
    for (let n = 0; n < 20; n++) {
      shop.tell(said('everyone', `${n}`));
      await client.next('said', { text: `${n}` });
    }
    expect(client.socket.io.engine.transport.name).toBe('websocket');
    expect(client.of('said').map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`));
    // It takes no place of those that poll.
    await expect.poll(async () => (await fetch(`${shop.origin}${path}polling`)).status, soon).toBe(200);
  });
});

describe('who takes more than their share', () => {
  it.each([
    ['a call', 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n'],
    ['what Node refuses by itself', 'GET / HTTP/1.1\r\nHost: shop\r\nExpect: nothing\r\n\r\n'],
  ])('is cut off: asks for a websocket behind %s that is not answered', async (_, before) => {
    const shop = await liveUnderTest();
    const raw = await rawConnection(shop.origin);
    raw.write(before + upgrade);
    expect(await raw.rest()).not.toContain('HTTP/1.1 101');
    expect((await fetch(shop.origin)).status).toBe(200);
  });

  it.each([
    ['says too much', (socket: WebSocket) => Array.from({ length: 100 }, () => socket.send('42["nonsense"]'))],
    ['sends a message that is too large', (socket: WebSocket) => socket.send(`42["watch",["${'x'.repeat(17_000)}"]]`)],
    ['sends lists in lists', (socket: WebSocket) => socket.send('42["nonsense",[[["deep"]]]]')],
    [
      'hides lists in lists behind a quote',
      (socket: WebSocket) => socket.send(`40/",{"a":${'['.repeat(7_000)}${']'.repeat(7_000)}}`),
    ],
    ['sends something binary', (socket: WebSocket) => socket.send(Buffer.alloc(10))],
    ['sends what is no message', (socket: WebSocket) => socket.send('4nonsense')],
    [
      'asks for places that there are not, again and again',
      (socket: WebSocket) => Array.from({ length: 100 }, (_, n) => socket.send(`40/other-${n},`)),
    ],
  ])('is cut off: %s', async (_, send) => {
    const shop = await liveUnderTest();
    const [greedy, other] = [await connected(shop.origin), await live(shop.origin)];
    send(greedy.socket);
    await greedy.ended();
    shop.tell(said('everyone', 'hello'));
    await other.next('said', { text: 'hello' });
  });

  it('is cut off: says with others of an address more than all of one may in a second', async () => {
    const shop = await liveUnderTest({ perAddress: 9, bounds: { messagesOfAddressPerSecond: 12 } });
    const many = await Promise.all(Array.from({ length: 4 }, () => connected(shop.origin)));
    for (const { socket } of many) for (let n = 0; n < 10; n++) socket.send('42["nonsense"]');
    await expect.poll(() => many.some(({ socket }) => socket.readyState === WebSocket.CLOSED), soon).toBe(true);
    const isLetIn = async () => {
      const { socket, messages } = await websocket(shop.origin);
      socket.send('40');
      const isIn = () => messages.some((message) => message.startsWith('40'));
      await expect.poll(() => isIn() || socket.readyState === WebSocket.CLOSED, soon).toBe(true);
      return isIn();
    };
    await expect.poll(isLetIn, soon).toBe(true);
  });

  it('is not cut off for what others say where no address is counted', async () => {
    const shop = await liveUnderTest({ bounds: { messagesOfAddressPerSecond: 12 } });
    const many = await Promise.all(Array.from({ length: 4 }, () => connected(shop.origin)));
    for (const { socket } of many) for (let n = 0; n < 10; n++) socket.send('42["nonsense"]');
    for (const { socket, messages } of many) {
      socket.send('421["watch",[]]');
      await expect.poll(() => messages.some((message) => message.startsWith('431')), soon).toBe(true);
    }
  });

  it('is cut off: guesses tokens', async () => {
    const shop = await liveUnderTest();
    const { socket, ended, messages } = await websocket(shop.origin);
    for (let n = 0; n < 5; n++) socket.send('40{"token":"nonsense"}');
    await ended();
    expect(messages.filter((message) => message.startsWith('44')).length).toBeLessThanOrEqual(4);
  });

  it('is cut off: never becomes a socket of ours', async () => {
    const shop = await liveUnderTest({ bounds: { handshake: 50 } });
    const { ended } = await websocket(shop.origin);
    await ended();
  });

  it('is cut off: answers no ping', async () => {
    const shop = await liveUnderTest({ bounds: { pingInterval: 30, pingTimeout: 30 } });
    const { ended } = await connected(shop.origin);
    await ended();
  });

  it('is cut off: asks by polling, and never again', async () => {
    const shop = await liveUnderTest({ perAddress: 1, bounds: { pingInterval: 30, pingTimeout: 30 } });
    expect((await fetch(`${shop.origin}${path}polling`)).status).toBe(200);
    await expect.poll(async () => (await fetch(`${shop.origin}${path}polling`)).status, soon).toBe(200);
  });

  it.each([
    ['pings', ping],
    ['answers pings that there were not', pong],
  ])('is cut off: %s of the websocket itself, without end', async (_, kind) => {
    const shop = await liveUnderTest();
    const raw = await rawConnection(shop.origin);
    raw.write(upgrade);
    await once(raw.socket, 'data');
    raw.write(Buffer.concat(Array.from({ length: 20_000 }, () => frameOf('', kind))));
    await raw.rest();
    await expect.poll(() => shop.live.connections, soon).toBe(0);
  });

  it.each([
    ['does not read what they are told', { unread: 3, unreadBytes: Number.POSITIVE_INFINITY }],
    ['leaves megabytes of it in the websocket', { unread: Number.POSITIVE_INFINITY, unreadBytes: 100_000 }],
  ])('is cut off: %s', async (_, bounds) => {
    const shop = await liveUnderTest({ bounds });
    const other = await live(shop.origin);
    const slow = await rawConnection(shop.origin);
    slow.write(upgrade);
    await once(slow.socket, 'data');
    slow.socket.pause();
    slow.write(frameOf('40'));
    const text = 'x'.repeat(1_000_000);
    // As much as the system takes for somebody who does not read, and then some.
    for (let n = 0; n < 60 && shop.live.connections === 2; n++) {
      shop.tell(said('everyone', `${n}${text}`));
      await other.next('said', { text: `${n}${text}` });
    }
    await expect.poll(() => shop.live.connections, soon).toBe(1);
    expect(other.socket.connected).toBe(true);
  });
});
