import { expect, it } from 'vitest';
import { ownTime } from '../../../testing/measuring/own-time.ts';
import { troubledServers } from '../../../testing/servers/troubled-servers.ts';
import { wayTo } from '../../../testing/servers/way-to.ts';
import { newEvent, newStream } from '../../contract/some-events.ts';

const { open, startServer } = troubledServers();

it('a connection that is lost without a word is given up for another within some seconds', {
  timeout: 60_000,
}, async () => {
  const server = await startServer();
  const way = await wayTo(server.port);
  const store = open(`esdb://127.0.0.1:${way.port}?tls=false`);
  const heard: string[] = [];
  const stop = new AbortController();
  const following = (async () => {
    for await (const { events } of store.subscribe({ after: 0n, signal: stop.signal }))
      heard.push(...events.map(({ id }) => id));
  })();
  const [before, after] = [newEvent(), newEvent()];
  await store.append(newStream(), 'none', [before]);
  await expect.poll(() => heard).toEqual([before.id]);

  way.lose();
  const took = ownTime();
  await store.append(newStream(), 'none', [after]);
  await expect.poll(() => heard, { timeout: 30_000 }).toEqual([before.id, after.id]);
  expect(took()).toBeLessThan(12_000);
  stop.abort();
  await following;
});
