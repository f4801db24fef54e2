import { describe, expect, it } from 'vitest';
import { start } from '../../../../modules/kernel/event-store.ts';
import { troubledServers } from '../../../testing/servers/troubled-servers.ts';
import { everything, idsOf, newEvents, newStream } from '../../contract/some-events.ts';

const { open, startServer } = troubledServers();

/** As the client finds them in the midst of an election, at an address of one node, or where the leader has handed over. */
describe.each(['url', 'discoverUrl'] as const)(
  'a node that follows another, and is behind, reached by its %s',
  (how) => {
    async function behindAnother() {
      const [leader, follower] = [await startServer(), await startServer()];
      const there = open(leader.url);
      const stream = newStream();
      const events = newEvents(3);
      await there.append(stream, 'none', events);
      return { leader, follower, there, stream, events };
    }

    it('is not asked: what the leader has is read, and written to', async () => {
      const { leader, follower, there, stream, events } = await behindAnother();
      follower.misbehave.follow(leader);
      const store = open(follower[how]);
      expect(idsOf(await store.readStream(stream))).toEqual(idsOf(events));
      expect(await store.head()).toBe(await there.head());
      expect(idsOf(await everything(store))).toEqual(idsOf(events));
      const [more] = newEvents(1);
      await store.append(stream, 2n, more ? [more] : []);
      expect(await there.readStream(stream)).toHaveLength(4);
      await store.records.put('a', '1', 'none');
      expect(await there.records.get('a')).toMatchObject({ value: '1' });
      await store.deleteStream(stream);
      expect(await there.readStream(stream)).toEqual([]);
      expect(follower.asked).toMatchObject({ appends: [], reads: [], subscriptions: [] });
    });

    it('is left by who has asked it while it was the leader', async () => {
      const { leader, follower, stream, events } = await behindAnother();
      const store = open(follower[how]);
      expect(await store.readAll({ after: start, limit: 1 })).toMatchObject({ events: [] });
      follower.misbehave.follow(leader);
      expect(idsOf(await store.readStream(stream))).toEqual(idsOf(events));
      const signal = AbortSignal.timeout(60_000);
      const seen: unknown[] = [];
      for await (const batch of store.subscribe({ after: start, signal })) {
        seen.push(...idsOf(batch.events));
        if (batch.caughtUp) break;
      }
      expect(seen).toEqual(idsOf(events));
    });

    it('is left by whoever follows the log there, once anything else has found that another leads', async () => {
      const [leader, former] = [await startServer(), await startServer()];
      // By pings the connection would be found to be over two seconds later.
      const [there, store] = [open(leader.url), open(`${former[how]}&keepAliveInterval=600000`)];
      const stop = new AbortController();
      const heard: string[] = [];
      let isThere = false;
      await there.readAll({ after: start, limit: 1 });
      const following = (async () => {
        for await (const batch of store.subscribe({ after: start, signal: stop.signal })) {
          heard.push(...idsOf(batch.events));
          isThere ||= batch.caughtUp;
        }
      })();
      await expect.poll(() => isThere).toBe(true);
      former.misbehave.follow(leader);
      const events = newEvents(2);
      await store.append(newStream(), 'none', events);
      await expect.poll(() => heard, { timeout: 30_000 }).toEqual(idsOf(events));
      stop.abort();
      await following;
    });
  },
);
