import { expect, it, onTestFinished } from 'vitest';
import { troubledServers } from '../../../testing/servers/troubled-servers.ts';
import { wayTo } from '../../../testing/servers/way-to.ts';
import { newEvent, newStream } from '../../contract/some-events.ts';

const { open, startServer } = troubledServers();

it('a subscription that is lost while no node of the cluster is found ends no process, and is opened again', async () => {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', hear);
  onTestFinished(() => void process.off('unhandledRejection', hear));
  const server = await startServer();
  const way = await wayTo(server.port);
  const store = open(`esdb+discover://127.0.0.1:${way.port}?tls=false`, { inAll: 60_000, each: 5_000 });
  const heard: string[] = [];
  const stop = new AbortController();
  const following = (async () => {
    for await (const { events } of store.subscribe({ after: 0n, signal: stop.signal }))
      heard.push(...events.map(({ id }) => id));
  })();
  const [before, after] = [newEvent(), newEvent()];
  await store.append(newStream(), 'none', [before]);
  await expect.poll(() => heard).toEqual([before.id]);

  // The node says that it does not lead, nobody says who does, and then the connection is gone on which the subscription still was.
  const reopen = way.close();
  const asked = way.asked();
  server.misbehave.refuseAppends(1);
  const appended = store.append(newStream(), 'none', [after]);
  await expect.poll(way.asked).toBeGreaterThan(asked);
  await server.misbehave.goAway();
  // Each search asks ten times: one has failed.
  await expect.poll(way.asked, { timeout: 30_000 }).toBeGreaterThan(asked + 25);
  reopen();
  await server.misbehave.comeBack();
  await appended;
  await expect.poll(() => heard, { timeout: 30_000 }).toEqual([before.id, after.id]);
  expect(unhandled).toEqual([]);
  stop.abort();
  await following;
});
