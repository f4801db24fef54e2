import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Status } from '../../../modules/operations/contract.ts';
import { type EventStoreDouble, startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openEventStoreDB } from '../../event-store/eventstoredb.ts';
import { reactorsOf } from '../../feed/reactions/reactor-checkpoint.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, signIn } from '../../testing/api-client.ts';
import { ownTime } from '../../testing/measuring/own-time.ts';
import { type RunningShop, startShop } from '../../testing/running-shop.ts';
import { expectApart } from '../../testing/shops/shops-that-share.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

const others = 300_000;

/** On a busy machine a node is closed before its reactors have gone through all of it; the next goes on from there. */
const slowly = { timeout: 120_000, interval: 100 };

// The double, also where there is a real EventStoreDB: others write a lot to it.
let server: EventStoreDouble;
beforeEach(async () => {
  server = await startEventStoreDouble();
});
afterEach(() => server.stop());

describe('a shop on an EventStoreDB with much of other applications', () => {
  const settingsOf = (EVENT_STORE_PREFIX: string) => {
    return { EVENT_STORE: server.url, EVENT_STORE_PREFIX, DATA_DIR: temporaryFolder(), SEED: 'demo' };
  };

  it('opens at once, whether they wrote before it or after it, and works', async () => {
    server.writeForOthers(others);
    await expectWithin(2_000, (tries) => openedIn({ ...settingsOf(`new${tries}-`), SEED: 'none' }));
    const settings = settingsOf('old-');
    await openedIn(settings);
    await expectWithin(2_000, () => {
      server.writeForOthers(others);
      return openedIn(settings);
    });
  });

  it('signs people out and searches at once while they write, at each of two nodes', async () => {
    const settings = settingsOf('inventory-');
    const one = await open(settings);
    // From here on the two are told at other moments how far others have written: one of 1,000 of their events, and then the other.
    server.writeForOthers(400);
    const two = await open({ ...settings, SEED: 'none' });
    const before = await searched(two.origin);
    server.writeForOthers(700);
    await vi.waitFor(async () => expect(await searched(two.origin)).toBeGreaterThan(before), slowly);
    await expectWithin(2_000, async () => {
      const { token } = await signIn(one.origin, demoAdmin.email, demoPassword);
      server.writeForOthers(1);
      const took = ownTime();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      expect((await fetch(`${one.origin}/me/sessions`, { method: 'DELETE', headers })).status).toBe(204);
      for (const { origin } of [one, two]) await searched(origin);
      return took();
    });
    for (const shop of [two, one]) await shop.close();
  });

  it('has come with all that it does to the end of the log once it is started again, though what stands there is of others', async () => {
    const settings = settingsOf('inventory-');
    const before = await startShop(settings);
    const admin = await signIn(before.origin, demoAdmin.email, demoPassword);
    await before.close();
    server.writeForOthers(1);
    const shop = await startShop(settings);
    onTestFinished(() => shop.close());
    // Nothing happens in the shop meanwhile, or that would be the end.
    const behind = async () => {
      const { body } = await admin.at(shop.origin).get<Status>('/operations/status');
      return body.reactors.filter(({ lag }) => lag !== 0).map(({ reactor }) => reactor);
    };
    await expect.poll(behind, { timeout: 10_000 }).toEqual([]);
  });

  thoroughly('does not go through it again at every start', async () => {
    const settings = settingsOf('inventory-');
    await (await open(settings)).close();
    const store = openEventStoreDB({ address: server.url, prefix: 'inventory-' });
    const before = await store.head();
    server.writeForOthers(others);
    const written = (await store.head()) - before;
    await vi.waitFor(async () => {
      await (await open(settings)).close();
      const reached = [...(await reactorsOf(store)).values()];
      expect(reached.length).toBeGreaterThan(0);
      for (const position of reached) expect(position - before).toBeGreaterThan((written * 9n) / 10n);
    }, slowly);
    await store.close();
  });
});

const open = (settings: Readonly<Record<string, string>>): Promise<RunningShop> =>
  startShop(settings, { passwords: quickPasswords });

/** Other tests may keep the machine busy; that the best of five is slow has another reason. */
async function expectWithin(limit: number, took: (tries: number) => Promise<number>): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && best >= limit; tries++) best = Math.min(best, await took(tries));
  expect(best).toBeLessThan(limit);
}

/** Searches, and says as of when. */
async function searched(origin: string): Promise<bigint> {
  const answer = await fetch(`${origin}/tool?search=drill`);
  expect(answer.status).toBe(200);
  return BigInt(answer.headers.get('Event-Position') ?? -1);
}

/** Opens a shop, uses it where it has the demo's people, and closes it. How long it took to open, in milliseconds. */
async function openedIn(settings: Readonly<Record<string, string>>): Promise<number> {
  const took = ownTime();
  const shop = await open(settings);
  const milliseconds = Math.round(took());
  console.log(`open after ${milliseconds} ms, with ${others} events of others`);
  expect((await fetch(`${shop.origin}/health/ready`)).status).toBe(200);
  if (settings.SEED === 'demo') {
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const order = orderOf(admin, await addTool(admin, { PerPrice: 19.99 }), 19.99);
    const { status, body } = await admin.post<{ insertedId: string }>('/booking', order);
    expect(status).toBe(201);
    await expect.poll(async () => (await admin.get(`/booking/${body.insertedId}`)).status).toBe(200);
  }
  await shop.close();
  return milliseconds;
}

describe('two shops on one EventStoreDB', () => {
  it('do not see one another', () => expectApart({ EVENT_STORE: server.url }));
});
