import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { underLoad } from './load.ts';

/** A server, and where it is. */
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a load', () => {
  it('is as many calls as were wanted, each with what it is to say', async () => {
    const asked: unknown[] = [];
    const ports = new Set<number | undefined>();
    const url = await serving(async (request: IncomingMessage, response) => {
      const { method, url: path, headers } = request;
      ports.add(request.socket.remotePort);
      asked.push({ method, path, as: headers.authorization, type: headers['content-type'], body: await text(request) });
      response.writeHead(201, { 'Content-Length': 2 }).end('ok');
    });
    let n = 0;
    const load = { url: `${url}/booking`, method: 'POST', headers: { authorization: 'Bearer x' } } as const;
    const measured = await underLoad({ ...load, body: () => ({ n: n++ }), connections: 4 }, { calls: 42 });
    expect(measured).toMatchObject({ answers: 42, failed: 0 });
    expect(asked).toHaveLength(42);
    expect(ports.size).toBe(4);
    const all = Array.from({ length: 42 }, (_, at) => ({
      method: 'POST',
      path: '/booking',
      as: 'Bearer x',
      type: 'application/json',
      body: `{"n":${at}}`,
    }));
    expect(asked).toEqual(expect.arrayContaining(all));
  });

  it('lasts for as long as was wanted, and says how long answers took', async () => {
    const paths: (string | undefined)[] = [];
    const url = await serving(({ url: path }, response) => {
      paths.push(path);
      response.writeHead(200, { 'Content-Length': 0 }).end();
    });
    const begun = performance.now();
    const load = { url: `${url}/tool?limit=10`, connections: 2 };
    const { answers, perSecond, median, p99, failed } = await underLoad(load, { seconds: 1 });
    const seconds = (performance.now() - begun) / 1_000;
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect({ answers, failed }).toEqual({ answers: paths.length, failed: 0 });
    expect(new Set(paths)).toEqual(new Set(['/tool?limit=10']));
    expect(perSecond).toBeGreaterThanOrEqual(answers / seconds);
    expect(perSecond).toBeLessThanOrEqual(answers);
    expect(median).toBeGreaterThan(0);
    // Each of the two waits for one answer after the other, and half of these took as long as the median, or longer.
    expect((median * answers) / 2).toBeLessThanOrEqual(2 * seconds * 1_000);
    expect(median).toBeLessThanOrEqual(p99);
    expect(p99).toBeLessThanOrEqual(seconds * 1_000);
  });

  it('goes on after what fails, and counts it', async () => {
    let asked = 0;
    const url = await serving((request, response) => {
      asked += 1;
      if (asked % 10 === 3) request.socket.destroy();
      else response.writeHead(asked % 10 === 5 ? 503 : 200, { 'Content-Length': 0 }).end();
    });
    expect(await underLoad({ url, connections: 1 }, { calls: 30 })).toMatchObject({ answers: 24, failed: 6 });
  });

  it('ends though nobody answers', async () => {
    const away = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => away.once('listening', resolve));
    const { port } = away.address() as AddressInfo;
    await new Promise((resolve) => away.close(resolve));
    const measured = await underLoad({ url: `http://127.0.0.1:${port}`, connections: 2 }, { calls: 6 });
    expect(measured).toEqual({ answers: 0, perSecond: 0, median: 0, p99: 0, failed: 6 });
  });

  it('is refused for answers that do not say how long they are', async () => {
    const url = await serving((_request, response) => {
      response.write('a');
      response.end('b');
    });
    await expect(underLoad({ url, connections: 2 }, { calls: 10 })).rejects.toThrow('does not say how long it is');
  });
});
