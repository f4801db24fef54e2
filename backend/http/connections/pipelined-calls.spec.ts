import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { RawConnection } from '../../testing/clients/raw-connection.ts';
import { get, large, served } from '../../testing/shops/connections-under-test.ts';

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
    expect(new Error('of another').stack).toContain('pipelined-calls.spec.ts');
  });
});
