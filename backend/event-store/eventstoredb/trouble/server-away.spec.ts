import { once } from 'node:events';
import { createServer as createHttp2Server, type Http2Session } from 'node:http2';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Unavailable } from '../../../../modules/kernel/errors.ts';
import { type EventStore, start } from '../../../../modules/kernel/event-store.ts';
import { inTurn } from '../../../testing/as-often.ts';
import { ownTime } from '../../../testing/measuring/own-time.ts';
import { troubledServers } from '../../../testing/servers/troubled-servers.ts';
import { everything, newEvent, newStream } from '../../contract/some-events.ts';

const { open, startServer, serverAndStore } = troubledServers();

describe('a server that is away', () => {
  const calls: { [name: string]: (store: EventStore) => Promise<unknown> } = {
    append: (store) => store.append(newStream(), 'none', [newEvent()]),
    readStream: (store) => store.readStream(newStream()),
    readAll: (store) => store.readAll({ after: start, limit: 10 }),
    head: (store) => store.head(),
    deleteStream: (store) => store.deleteStream(newStream()),
  };

  async function expectUnavailable(store: EventStore, within: number): Promise<void> {
    const took = ownTime();
    await Promise.all(
      Object.entries(calls).map(([name, call]) => expect(call(store), name).rejects.toThrow(Unavailable)),
    );
    expect(took()).toBeLessThan(within);
  }

  it('makes every call unavailable within its patience, and comes back', async () => {
    const { server, store, patient } = await serverAndStore({}, { inAll: 1_000, each: 400 });
    await patient.append(newStream(), 'none', [newEvent()]);
    await server.misbehave.goAway();
    await expectUnavailable(store, 4_000);
    await server.misbehave.comeBack();
    for (const call of Object.values(calls)) await vi.waitFor(() => call(store), { timeout: 60_000 });
  });

  it('makes every call unavailable when a whole cluster is', async () => {
    // Long enough for the client to give up looking for a leader by itself.
    const store = open('esdb://127.0.0.1:9,127.0.0.1:13?tls=false', { inAll: 3_000, each: 3_000 });
    await expectUnavailable(store, 6_000);
  });

  it.each(['esdb', 'esdb+discover'])(
    'is passed over for another of its cluster that is named behind it, %s',
    async (how) => {
      const { port } = await startServer();
      const store = open(`${how}://127.0.0.1:9,127.0.0.1:${port}?tls=false`, { inAll: 10_000, each: 5_000 });
      for (const call of Object.values(calls)) await call(store);
    },
  );

  it('makes every call unavailable when it takes connections and says nothing', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    const sockets = new Set<{ destroy(): void }>();
    silent.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const store = open(`esdb://127.0.0.1:${port}?tls=false`, { inAll: 1_000, each: 400 });
    await expectUnavailable(store, 4_000);
  });

  /** What stands in front of it, and answers itself while nothing is behind it. */
  async function loadBalancerAt(port: number, status: number) {
    const sessions = new Set<Http2Session>();
    const asked = new Set<string>();
    const balancer = createHttp2Server((request, response) => {
      asked.add(request.url);
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>No backend</h1>');
    }).on('session', (session) => sessions.add(session));
    await once(balancer.listen(port, '127.0.0.1'), 'listening');
    const remove = async () => {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => balancer.close(resolve));
    };
    return { remove, asked };
  }

  it.each(inTurn([200, 404, 503], 0))(
    'is waited for where a load balancer answers in its place with %d',
    async (status) => {
      const { server, store, patient } = await serverAndStore({}, { inAll: 1_000, each: 400 });
      await server.misbehave.goAway();
      const { remove } = await loadBalancerAt(server.port, status);
      await expectUnavailable(store, 4_000);
      if (status !== 503)
        await expect(store.head()).rejects.toThrow(
          /^EventStoreDB cannot be reached: something else answers in its place/,
        );
      const heard: string[] = [];
      const stop = new AbortController();
      const following = (async () => {
        for await (const { events } of patient.subscribe({ after: start, signal: stop.signal }))
          heard.push(...events.map(({ id }) => id));
      })();
      const event = newEvent();
      const appended = patient.append(newStream(), 'none', [event]);
      await expectUnavailable(store, 4_000);
      await remove();
      await server.misbehave.comeBack();
      await appended;
      await expect.poll(() => heard, { timeout: 30_000 }).toEqual([event.id]);
      stop.abort();
      await following;
    },
  );

  it('is not taken for an older one, which takes each append in a call of its own, where a load balancer answers in its place', async () => {
    const { server, store } = await serverAndStore({}, { inAll: 1_000, each: 400 });
    await server.misbehave.goAway();
    const { remove, asked } = await loadBalancerAt(server.port, 404);
    await expect(store.append(newStream(), 'none', [newEvent()])).rejects.toThrow(/something else answers/);
    await remove();
    const appends = [...asked].filter((path) => path.endsWith('Append'));
    expect(appends).toEqual(['/event_store.client.streams.Streams/BatchAppend']);
  });

  it.each(['url', 'discoverUrl'] as const)('loses nothing of what was underway, reached by its %s', async (how) => {
    const server = await startServer();
    const store = open(server[how], { inAll: 120_000, each: 1_000 });
    const streams = Array.from({ length: 30 }, newStream);
    const appends: Promise<unknown>[] = [];
    for (let round = 0; round < 3; round += 1) {
      appends.push(...streams.map((stream) => store.append(stream, 'any', [newEvent({ text: 'x'.repeat(10_000) })])));
      await new Promise(setImmediate);
      await server.misbehave.goAway();
      appends.push(store.readAll({ after: start, limit: 10 }), store.head());
      await server.misbehave.comeBack();
    }
    await Promise.all(appends);
    for (const stream of streams) expect(await store.readStream(stream)).toHaveLength(3);
    expect(await everything(store)).toHaveLength(90);
  });
});
