import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConcurrencyLimit } from '../../../modules/kernel/concurrency/concurrency-limit.ts';
import { HungUp } from '../../../modules/kernel/errors.ts';
import { type Answer, route } from '../../../modules/kernel/route.ts';
import { limitsOf } from '../../limits/open-limits.ts';
import { InFlight } from '../../runtime/concurrency/in-flight.ts';
import { CountedLog } from '../../runtime/logging/counted-log.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { rawConnections } from '../../testing/clients/raw-connection.ts';
import { defaultBounds } from '../connections/connection-bounds.ts';
import { Connections } from '../connections/connections.ts';
import { answerProblem } from '../problems/answer-problem.ts';
import { carriersOf, serveRoutes } from './serve-routes.ts';

const secret = new Uint8Array(32);
const limits = { LOGIN_LIMIT_ACCOUNT: 5, LOGIN_LIMIT_ADDRESS: 5, RATE_LIMIT_ADDRESS: 0, RATE_LIMIT_USER: 0 };
const path = { access: 'anyone', summary: '', answers: {} } as const;

/** Routes that take their time, behind a limit of so many calls at once, over connections that hold so much together. */
async function served({
  atOnce = 2,
  together = defaultBounds.together,
  whenFresh = (): Promise<boolean> | undefined => undefined,
} = {}) {
  const held: PromiseWithResolvers<Answer>[] = [];
  const aborted: unknown[] = [];
  let messages = 0;
  const hold = () => {
    held.push(Promise.withResolvers());
    return held.at(-1)?.promise ?? Promise.reject();
  };
  const routes = [
    route({ ...path, method: 'get', path: '/slow', handle: hold }),
    route({ ...path, method: 'post', path: '/slow', handle: hold }),
    route({ ...path, method: 'get', path: '/public', handle: async () => ({ status: 200, body: {} }) }),
    route({ ...path, method: 'get', path: '/mine', byCookie: true, handle: async () => ({ status: 200, body: {} }) }),
    route({
      ...path,
      method: 'post',
      path: '/webhook',
      bodyAs: 'raw',
      async handle() {
        messages += 1;
        return { status: 200 };
      },
    }),
    route({
      ...path,
      method: 'get',
      path: '/patient',
      handle({ signal }) {
        signal.addEventListener('abort', () => aborted.push(signal.reason));
        return hold();
      },
    }),
  ];
  const app = express().set('trust proxy', 1);
  const connections = new Connections({ ...defaultBounds, connection: 1_000, together });
  const authentication = {
    verifyAccessToken: nobody,
    verifyIdToken: nobody,
    callerOf: nobody,
    sessionOf: nobody,
    sessionNow: nobody,
    noteAct: nobody,
  };
  app.use(
    serveRoutes(
      carriersOf(routes, {
        authentication,
        whenShown: async () => true,
        whenFresh,
        shownUpTo: () => 0n,
        now: () => new Date(),
        inFlight: new InFlight(),
        calls: new ConcurrencyLimit({ atOnce, mostWaiting: 0, refusal: 'Too many.' }),
        limits: limitsOf(limits, { secret, now: () => new Date() }),
        browsers: { knows: async () => undefined },
        hold: (socket, bytes) => connections.hold(socket, bytes),
        holdBody: (socket, bytes) => connections.holdBody(socket, bytes),
        secret,
      }),
    ),
  );
  app.use(answerProblem(new CountedLog(openLog('silent'))));
  const server = createServer().listen(0, '127.0.0.1');
  connections.serve(server, app);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held,
    aborted,
    heard: () => messages,
    /** Bytes that have come, over all connections. */
    arrived: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
  };
}

async function nobody(): Promise<never> {
  throw new Error('Nobody asks.');
}

it('what is said to a browser because of its cookies is kept by no cache, as little as what is done', async () => {
  const { origin } = await served();
  const kept = async (...asked: Parameters<typeof fetch>) => (await fetch(...asked)).headers.get('cache-control');
  expect(await kept(`${origin}/public`)).toBe('no-cache');
  expect(await kept(`${origin}/mine`)).toBe('no-store');
  expect(await kept(`${origin}/webhook`, { method: 'POST', body: '{}' })).toBe('no-store');
});

describe('calls in flight', () => {
  it('are so many at once, and who comes then is told when to come again', async () => {
    const { origin, held } = await served();
    const answers = [fetch(`${origin}/slow`), fetch(`${origin}/slow`)];
    await expect.poll(() => held).toHaveLength(2);
    const refused = await fetch(`${origin}/slow`);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await refused.json()).toMatchObject({ status: 503, detail: 'Too many.' });
    for (const { resolve } of held) resolve({ status: 204 });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([204, 204]);
    const again = fetch(`${origin}/slow`);
    await expect.poll(() => held).toHaveLength(3);
    held[2]?.resolve({ status: 204 });
    expect((await again).status).toBe(204);
  });

  it('do not keep the provider’s messages waiting, for which they may wait themselves', async () => {
    const { origin, held } = await served();
    const answers = [fetch(`${origin}/slow`), fetch(`${origin}/slow`)];
    await expect.poll(() => held).toHaveLength(2);
    expect((await fetch(`${origin}/webhook`, { method: 'POST', body: '{}' })).status).toBe(200);
    for (const { resolve } of held) resolve({ status: 204 });
    await Promise.all(answers);
  });

  it('count only when their body has come', async () => {
    const { origin, held } = await served();
    const never = new ReadableStream({ pull: () => new Promise(() => {}) });
    const stop = new AbortController();
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', body: never, duplex: 'half', headers, signal: stop.signal } as RequestInit;
    const slow = [1, 2, 3].map(() => fetch(`${origin}/slow`, options).catch(() => 'gone'));
    const answer = fetch(`${origin}/slow`);
    await expect.poll(() => held).toHaveLength(1);
    held[0]?.resolve({ status: 204 });
    expect((await answer).status).toBe(204);
    stop.abort();
    expect(await Promise.all(slow)).toEqual(['gone', 'gone', 'gone']);
  });

  it('hold nothing of their body any more once it is read: nobody else is cut for it', async () => {
    const { origin, held } = await served({ atOnce: 30, together: 60_000 });
    const headers = { 'content-type': 'application/json' };
    const slow = fetch(`${origin}/slow`, { method: 'POST', headers, body: JSON.stringify('x'.repeat(50_000)) });
    await expect.poll(() => held).toHaveLength(1);
    const others = await rawConnections(origin, 20);
    const answers = others.map(({ write, rest }) => {
      write('GET /public HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n');
      return rest();
    });
    for (const answer of await Promise.all(answers)) expect(answer).toContain('HTTP/1.1 200');
    held[0]?.resolve({ status: 204 });
    expect((await slow).status).toBe(204);
  });

  it('are begun a few in each round of the event loop when they change something, so that others get in between', async () => {
    const fresh = Promise.withResolvers<boolean>();
    let asked = 0;
    const whenFresh = () => {
      asked += 1;
      return fresh.promise;
    };
    const { origin, held } = await served({ atOnce: 100, whenFresh });
    const calls = Array.from({ length: 50 }, () => fetch(`${origin}/slow`, { method: 'POST' }));
    await expect.poll(() => asked).toBe(50);
    fresh.resolve(true);
    let most = 0;
    for (let before = 0; held.length < 50; before = held.length) {
      await new Promise(setImmediate);
      most = Math.max(most, held.length - before);
    }
    expect(most).toBeLessThanOrEqual(48); // What a test sees as one round may be two.
    for (const { resolve } of held) resolve({ status: 204 });
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([204]));
  });

  it('are begun in turn by where they come from when they change something', async () => {
    const fresh = Promise.withResolvers<boolean>();
    let asked = 0;
    const whenFresh = () => {
      asked += 1;
      return fresh.promise;
    };
    const { origin, held, heard } = await served({ atOnce: 200, whenFresh });
    const from = (address: string) => ({ method: 'POST', headers: { 'x-forwarded-for': address } });
    const many = Array.from({ length: 120 }, () => fetch(`${origin}/slow`, from('192.0.2.1')));
    await expect.poll(() => asked).toBe(120);
    const another = fetch(`${origin}/webhook`, from('198.51.100.1'));
    await expect.poll(() => asked).toBe(121);
    fresh.resolve(true);
    while (heard() === 0) await new Promise(setImmediate);
    expect(held.length).toBeLessThanOrEqual(3 * 24); // Those of the first round, and of one that a test sees as one and may be two.
    await expect.poll(() => held).toHaveLength(120);
    for (const { resolve } of held) resolve({ status: 204 });
    expect(new Set((await Promise.all([another, ...many])).map(({ ok }) => ok))).toEqual(new Set([true]));
  });

  it('bring one long message of the provider’s to be looked at in a round, however many have come by then', async () => {
    const { origin, heard, arrived } = await served();
    const body = 'x'.repeat(200_000);
    const senders = await rawConnections(origin, 20);
    const nearlyAll = `POST /webhook HTTP/1.1\r\nHost: shop\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(1)}`;
    for (const { write } of senders) write(nearlyAll);
    await expect.poll(arrived).toBe(senders.length * nearlyAll.length);
    for (const { write } of senders) write('x');
    let most = 0;
    for (let before = 0; heard() < 20; before = heard()) {
      await new Promise(setImmediate);
      most = Math.max(most, heard() - before);
    }
    expect(most).toBeLessThanOrEqual(2); // What a test sees as one round may be two.
    for (const { socket } of senders) socket.destroy();
  });

  it('hear when their caller hangs up', async () => {
    const { origin, held, aborted } = await served();
    const stop = new AbortController();
    const answer = fetch(`${origin}/patient`, { signal: stop.signal });
    await expect.poll(() => held).toHaveLength(1);
    stop.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => aborted).toEqual([expect.any(HungUp)]);
    held[0]?.resolve({ status: 204 });
  });
});

describe('what another process has written and this one does not show in time', () => {
  it('is not left out of an answer: who asks is told to ask again, and what is changed is decided as ever', async () => {
    let isShown = false;
    const { origin, held } = await served({ whenFresh: async () => isShown });
    const refused = await fetch(`${origin}/slow`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ status: 503 });
    expect(held).toHaveLength(0);
    const changing = fetch(`${origin}/slow`, { method: 'POST' });
    await expect.poll(() => held).toHaveLength(1);
    isShown = true;
    const asking = fetch(`${origin}/slow`);
    await expect.poll(() => held).toHaveLength(2);
    for (const { resolve } of held) resolve({ status: 204 });
    expect([(await changing).status, (await asking).status]).toEqual([204, 204]);
  });
});
