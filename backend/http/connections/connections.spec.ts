import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RawConnection } from '../../testing/clients/raw-connection.ts';
import { get, getFrom, large, served } from '../../testing/shops/connections-under-test.ts';

/** Pieces of an answer that is longer than anybody reads. */
function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64_000, 'x');
}

describe('calls that come at once', () => {
  it('are begun for a few milliseconds of each round of the event loop, so that who comes anew is let in', async () => {
    const { begun, open } = await served((_request, response) => {
      const until = performance.now() + 2;
      while (performance.now() < until);
      response.end();
    });
    const clients: RawConnection[] = [];
    while (clients.length < 40) clients.push(await open());
    for (const { socket } of clients) socket.resume();
    for (const { write } of clients) write(get('/'));
    const ofRounds: number[] = [];
    for (let before = 0; before < 40; before = begun.length) {
      await nextRound();
      ofRounds.push(begun.length - before);
    }
    // Up to two slices of 5 ms are between two looks: the rest of one round, and the beginning of the next.
    expect(Math.max(...ofRounds)).toBeLessThanOrEqual(6);
  });
});

describe('calls that wait for their round', () => {
  it('take turns by where they come from, so that nobody waits for all that one address asks', async () => {
    const { begun, open } = await served((_request, response) => {
      const until = performance.now() + 2;
      while (performance.now() < until);
      response.setHeader('Content-Length', 0).end();
    });
    const many: RawConnection[] = [];
    while (many.length < 60) many.push(await open());
    const another = await open();
    for (const { socket, write } of many) {
      socket.on('data', () => write(getFrom('192.0.2.1', '/many')));
      write(getFrom('192.0.2.1', '/many'));
    }
    await expect.poll(() => begun.length).toBeGreaterThan(200);
    const before = begun.length;
    another.write(getFrom('198.51.100.1', '/another'));
    await expect.poll(() => begun).toContain('/another');
    // One round in which it is read, and the slices of two: behind all of them it would be sixty and more.
    expect(begun.indexOf('/another') - before).toBeLessThan(30);
  });

  it('wait for those at the door, too, however many ask again and again', async () => {
    const { begun, open, server } = await served((_request, response) => {
      const until = performance.now() + 2;
      while (performance.now() < until);
      response.setHeader('Content-Length', 0).end();
    });
    const clients: RawConnection[] = [];
    while (clients.length < 20) clients.push(await open());
    for (const { socket, write } of clients) {
      socket.on('data', () => write(get('/')));
      write(get('/'));
    }
    await expect.poll(() => begun.length).toBeGreaterThan(40);
    const begunAs: number[] = [];
    server.on('connection', () => begunAs.push(begun.length));
    await Promise.all(Array.from({ length: 12 }, open));
    await expect.poll(() => begunAs).toHaveLength(12);
    // Where each of them waits for a round with a slice of calls, it is twenty and more.
    expect((begunAs.at(-1) ?? 0) - (begunAs[0] ?? 0)).toBeLessThanOrEqual(9);
  });
});

describe('when connections hold too much', () => {
  const bounds = { connection: 1_000, together: 10_000 };

  it('the longest idle goes, and not one that the shop is at work on', async () => {
    const { begun, open } = await served(() => {}, bounds);
    const working = await open();
    working.write(get('/working'));
    await expect.poll(() => begun).toEqual(['/working']);
    const idle: RawConnection[] = [];
    while (idle.length < 9) idle.push(await open());
    const another = await open();
    await expect.poll(() => idle[0]?.socket.closed ?? idle[0]?.socket.readableEnded).toBe(true);
    another.write(get('/another'));
    await expect.poll(() => begun).toEqual(['/working', '/another']);
    expect(working.socket.closed).toBe(false);
  });

  it('who has asked of late stays, and who has not goes, however long each is connected', async () => {
    const { open } = await served((_, response) => response.end('answered'), bounds);
    const [asking, silent] = [await open(), await open()];
    asking.write(get('/'));
    await once(asking.socket, 'data');
    const others: RawConnection[] = [];
    while (others.length < 9) others.push(await open());
    await expect.poll(() => silent.socket.closed || silent.socket.readableEnded).toBe(true);
    expect(asking.socket.closed || asking.socket.readableEnded).toBe(false);
  });

  it('the address that holds most loses first, also what the shop is at work on for it, and nobody else anything', async () => {
    const { begun, open } = await served(({ url }, response) => void (url === '/another' && response.end()), bounds);
    const isCut = ({ socket }: RawConnection) => socket.closed || socket.readableEnded;
    const many: RawConnection[] = [];
    for (let n = 0; n < 9; n++) {
      const one = await open();
      many.push(one);
      one.write(getFrom('192.0.2.1', `/many/${n}`));
      await expect.poll(() => begun).toHaveLength(n + 1);
    }
    const [idle, another] = [await open(), await open()];
    another.socket.resume();
    another.write(getFrom('198.51.100.1', '/another'));
    await expect.poll(() => begun.at(-1)).toBe('/another');
    // The newest, a sixteenth of all in one go.
    expect(many.map(isCut)).toEqual([...Array<boolean>(7).fill(false), true, true]);
    expect([idle, another].map(isCut)).toEqual([false, false]);
  });

  it('who does not read an answer goes before who asks anew', async () => {
    const answers: ServerResponse[] = [];
    const { begun, open } = await served(({ socket }, response, connections) => {
      answers.push(response);
      connections.hold(socket, 8_000);
      response.end(large);
    }, bounds);
    const [slow, other] = [await open(), await open()];
    slow.socket.pause();
    slow.write(get('/slow'));
    await expect.poll(() => begun).toEqual(['/slow']);
    other.socket.resume();
    other.write(get('/other'));
    await expect.poll(() => answers[0]?.destroyed).toBe(true);
    await expect.poll(() => answers[1]?.writableFinished).toBe(true);
  });

  it('who does not read what comes in pieces goes before who asks anew', async () => {
    const answers: ServerResponse[] = [];
    const { begun, open } = await served(({ socket }, response, connections) => {
      answers.push(response);
      connections.hold(socket, 8_000);
      if (begun.length > 1) response.end();
      else Readable.from(endless()).pipe(response);
    }, bounds);
    const [slow, other] = [await open(), await open()];
    slow.socket.pause();
    slow.write(get('/slow'));
    await expect.poll(() => answers[0]?.writableNeedDrain).toBe(true);
    other.write(get('/other'));
    await expect.poll(() => answers[0]?.destroyed).toBe(true);
    await expect.poll(() => answers[1]?.writableFinished).toBe(true);
  });

  it('who sends a body that does not end goes before who asks anew', async () => {
    const { begun, open } = await served(
      ({ socket }, response) => {
        if (begun.length > 1) response.end(`${socket.remotePort}`);
      },
      { ...bounds, body: 9_000 },
    );
    const slow = await open();
    slow.write('POST /slow HTTP/1.1\r\nHost: shop\r\nContent-Length: 50000\r\n\r\n{');
    const closed = slow.rest();
    await expect.poll(() => begun).toEqual(['/slow']);
    const other = await open();
    other.write('GET /other HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n');
    expect(await other.rest()).toContain('HTTP/1.1 200');
    expect(await closed).toBe('');
  });
});

describe('a body that has come and waits to be read', () => {
  it('goes before who asks anew, and a large one before a small one', async () => {
    const { begun, open } = await served(
      ({ url }, response) => {
        if (url === '/other') response.end();
      },
      { connection: 1_000, together: 12_000 },
    );
    const post = (path: string, length: number) =>
      `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Length: ${length}\r\n\r\n`;
    const [small, large] = [await open(), await open()];
    small.write(post('/small', 500) + 'x'.repeat(500));
    await expect.poll(() => begun).toEqual(['/small']);
    large.write(post('/large', 9_000) + 'x'.repeat(9_000));
    const closed = large.rest();
    await expect.poll(() => begun).toEqual(['/small', '/large']);
    const other = await open();
    other.write('GET /other HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n');
    expect(await other.rest()).toContain('HTTP/1.1 200');
    expect(await closed).toBe('');
    expect(small.socket.closed || small.socket.readableEnded).toBe(false);
  });
});

describe('a body that nobody reads', () => {
  it('is let arrive for a moment, so that the answer is read, and then cut', async () => {
    const { open } = await served((_request, response) => response.writeHead(413).end());
    const client = await open();
    client.write('POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 1000000000\r\n\r\n');
    const more = setInterval(() => client.write(Buffer.alloc(10_000)), 10);
    onTestFinished(() => clearInterval(more));
    expect(await client.rest()).toContain('HTTP/1.1 413');
  });
});
