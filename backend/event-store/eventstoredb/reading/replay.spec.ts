import { expect, it, vi } from 'vitest';
import { Unavailable } from '../../../../modules/kernel/errors.ts';
import { type EventStore, start } from '../../../../modules/kernel/event-store.ts';
import { troubledServers } from '../../../testing/servers/troubled-servers.ts';
import { idsOf, newEvents } from '../../contract/some-events.ts';

const { serverAndStore } = troubledServers();

/** Long enough for a machine with much else to do. */
const calm = { inAll: 30_000, each: 10_000 };
const types = ['ThingHappened'];

const replayed = (store: EventStore) => store.replay?.({ after: start, types }) ?? [];

it('a replay that is broken off brings everything once, and nothing of the server’s or of others', async () => {
  const { server, store } = await serverAndStore({}, calm);
  const events = newEvents(1_500);
  for (let at = 0; at < events.length; at += 50) {
    await store.append('stream', 'any', events.slice(at, at + 50));
    server.writeForOthers(100);
    server.writeSystemEvents(3);
  }
  const seen: string[] = [];
  let breaks = 0;
  let last = start;
  for await (const { events: some, position, caughtUp } of replayed(store)) {
    expect(position).toBeGreaterThan(last);
    last = position;
    seen.push(...idsOf(some));
    if (caughtUp) break;
    // As while another node is made the leader.
    if (breaks === 2) {
      await server.misbehave.goAway();
      setTimeout(() => void server.misbehave.comeBack(), 300);
    } else if (breaks < 5) server.misbehave.dropSubscriptions();
    breaks += 1;
  }
  expect(breaks).toBeGreaterThan(2);
  expect(seen).toEqual(idsOf(events));
});

it('a replay is unavailable while the server is away, and then no more', async () => {
  const { server, store } = await serverAndStore({}, { inAll: 1_000, each: 300 });
  const replaying = async () => {
    for await (const { caughtUp } of replayed(store)) if (caughtUp) return;
  };
  await server.misbehave.goAway();
  await expect(replaying()).rejects.toThrow(Unavailable);
  await server.misbehave.comeBack();
  await vi.waitFor(replaying, { timeout: 30_000 });
});
