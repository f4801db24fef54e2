import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RawConnection, rawConnection } from '../testing/raw-connection.ts';
import { type ConnectionBounds, defaultBounds } from './connection-bounds.ts';
import { Connections } from './connections.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;
/** More than the system takes for a client that does not read. */
const large = Buffer.alloc(16_000_000, 'x');

/** Pieces of an answer that is longer than anybody reads. */
function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64_000, 'x');
}

/** A server of which the calls that have begun are known; `answer` is what becomes of each. */
async function served(
  answer: (request: IncomingMessage, response: ServerResponse, connections: Connections) => void,
  bounds: Partial<ConnectionBounds> = {},
  see: (request: IncomingMessage) => void = () => {},
) {
  const begun: string[] = [];
  /** Also those that have not begun. */
  const seen: string[] = [];
  const server = createServer();
  const connections = new Connections({ ...defaultBounds, ...bounds });
  connections.serve(server, (request, response) => {
    begun.push(request.url ?? '');
    answer(request, response, connections);
  });
  server.on('request', (request) => {
    seen.push(request.url ?? '');
    see(request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<RawConnection> => {
    const connection = await rawConnection(`http://127.0.0.1:${port}`);
    onTestFinished(() => void connection.socket.destroy());
    return connection;
  };
  return { begun, open, seen, server };
}

describe('calls that are pipelined on a connection', () => {
  it('are answered in their order, one at a time, however many there are', async () => {
    let running = 0;
    let most = 0;
    const { open } = await served((request, response) => {
      most = Math.max(most, ++running);
      setImmediate(() => {
        running--;
        response.end(`${request.url};`);
      });
    });
    const client = await open();
    const paths = Array.from({ length: 200 }, (_, n) => `/${n}`);
    client.write(paths.map(get).join(''));
    client.write('GET /last HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n');
    const bodies = [...(await client.rest()).matchAll(/(\/\w+);/g)].map(([, path]) => path);
    expect(bodies).toEqual([...paths, '/last']);
    expect(most).toBe(1);
  });

  it('wait until the socket takes the answer before', async () => {
    const { begun, open } = await served((_request, response) => response.end(large));
    const client = await open();
    client.socket.pause();
    client.write(get('/first') + get('/second'));
    await expect.poll(() => begun).toEqual(['/first']);
    const other = await open();
    other.write(get('/other'));
    await expect.poll(() => begun).toEqual(['/first', '/other']);
    client.socket.resume();
    await expect.poll(() => begun).toEqual(['/first', '/other', '/second']);
  });

  it('are no more read from a socket while many wait', async () => {
    const sockets: IncomingMessage['socket'][] = [];
    const { begun, open } = await served(({ socket }) => sockets.push(socket));
    const client = await open();
    client.socket.pause();
    client.write(get('/').repeat(500_000));
    const other = await open();
    for (let n = 1; n < 10; n++) other.write(get('/other'));
    await expect.poll(() => begun).toEqual(['/', '/other']);
    await expect.poll(() => client.socket.writableLength).toBeGreaterThan(0);
    expect(sockets[0]?.bytesRead).toBeLessThan(1_000_000);
  });

  it('are refused beyond a number, with what was asked before answered', async () => {
    const { begun, open } = await served((_request, response) => setImmediate(() => response.end('done')), {
      pipelined: 3,
    });
    const client = await open();
    client.write(get('/').repeat(10));
    const answers = (await client.rest()).match(/HTTP\/1.1 \d+/g);
    expect(answers).toEqual([...Array(4).fill('HTTP/1.1 200'), 'HTTP/1.1 503']);
    expect(begun).toHaveLength(4);
  });

  it('are not even made requests of beyond a number, however many come in one piece', async () => {
    const held: ServerResponse[] = [];
    const { begun, open, seen } = await served((_request, response) => held.push(response), { pipelined: 3 });
    const client = await open();
    const answers = client.rest();
    client.write(get('/').repeat(1_500));
    await expect.poll(() => begun).toHaveLength(1);
    const other = await open();
    other.write(get('/other'));
    await expect.poll(() => begun).toHaveLength(2);
    expect(seen.filter((url) => url === '/')).toHaveLength(4);
    for (let n = 1; n < 6; n++) {
      for (const response of held.splice(0)) response.end('done');
      await expect.poll(() => begun.length).toBeGreaterThanOrEqual(Math.min(n + 2, 5));
    }
    for (const response of held.splice(0)) response.end('done');
    expect((await answers).match(/HTTP\/1.1 \d+/g)).toEqual([...Array(4).fill('HTTP/1.1 200'), 'HTTP/1.1 503']);
  });

  it('are forgotten when the client hangs up', async () => {
    const held: ServerResponse[] = [];
    const { begun, open } = await served((_request, response) => held.push(response));
    const client = await open();
    client.write(get('/').repeat(3));
    await expect.poll(() => begun).toHaveLength(1);
    client.socket.destroy();
    await expect.poll(() => held[0]?.closed).toBe(true);
    held[0]?.end();
    const other = await open();
    other.write(get('/other'));
    await expect.poll(() => begun).toEqual(['/', '/other']);
  });

  it('are few on all connections together, beyond what each may always send ahead', async () => {
    const { begun, open, seen } = await served(() => {}, { readAhead: 2, pipelinedTogether: 10 });
    const first: RawConnection[] = [];
    while (first.length < 8) first.push(await open());
    const last = await open();
    for (const { write } of first) write(get('/first').repeat(50));
    await expect.poll(() => begun).toHaveLength(8);
    last.write(get('/last').repeat(50));
    await expect.poll(() => begun).toHaveLength(9);
    // Each has one that is at work, and its own two; the first to come has the 10.
    const own = 1 + 2;
    expect(seen.filter((url) => url === '/first')).toHaveLength(8 * own + 10);
    expect(seen.filter((url) => url === '/last')).toHaveLength(own);
  });

  it('give back their place among those of all when clients hang up, and when they are answered', async () => {
    const held: ServerResponse[] = [];
    const { begun, open, seen } = await served(
      ({ url }, response) => {
        if (url === '/waits') held.push(response);
        else response.end();
      },
      { readAhead: 2, pipelinedTogether: 10 },
    );
    for (let round = 1; round < 4; round++) {
      const client = await open();
      client.write(get('/waits') + get('/').repeat(20));
      await expect.poll(() => seen).toHaveLength((1 + 2 + 10) * round);
      client.socket.resetAndDestroy();
      held[round - 1]?.end(large); // Nobody listens to a socket from which nothing is read before something is written.
      await expect.poll(() => held.every(({ closed }) => closed)).toBe(true);
    }
    const before = begun.length;
    const client = await open();
    client.socket.resume();
    for (let round = 1; round < 4; round++) {
      client.write(get('/').repeat(13));
      await expect.poll(() => begun).toHaveLength(before + 13 * round);
    }
  });

  it('are ended without a stack each when the client hangs up, and others are not', async () => {
    const errors: Error[] = [];
    const { begun, open } = await served(
      (_request, response) => void response,
      {},
      (request) => {
        request.on('error', (error) => errors.push(error));
      },
    );
    const client = await open();
    client.write(get('/').repeat(5));
    await expect.poll(() => begun).toHaveLength(1);
    client.socket.destroy();
    await expect.poll(() => errors).toHaveLength(5);
    for (const { stack } of errors) expect(stack).toBe('Error: aborted');
    expect(new Error('of another').stack).toContain('connections.spec.ts');
  });
});

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
