import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, signIn } from '../../testing/api-client.ts';
import { inTurn } from '../../testing/as-often.ts';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { startRedis } from '../../testing/redis.ts';
import { startShop } from '../../testing/running-shop.ts';
import { expectApart } from '../../testing/shops/shops-that-share.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

describe('two shops on one Redis', () => {
  const kinds = [
    ['one server', {}],
    ['a cluster', { cluster: true }],
  ] as const;
  it.each(inTurn(kinds, 0))('do not see one another: %s', async (_, options) => {
    const [events, redis] = await Promise.all([startEventStoreUnderTest({ ownLog: true }), startRedis(options)]);
    onTestFinished(async () => {
      await events.stop();
      await redis.stop();
    });
    await expectApart({ EVENT_STORE: events.address, READ_MODELS: redis.url });
  });

  it('under one prefix: the second is refused with a line that says why, and the first goes on', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const open = (SEED: string) =>
      startShop({ READ_MODELS: redis.url, SEED, DATA_DIR: temporaryFolder() }, { passwords: quickPasswords });
    const first = await open('demo');
    onTestFinished(() => first.close());
    const admin = await signIn(first.origin, demoAdmin.email, demoPassword);
    const tool = await addTool(admin);
    const isKept = () => redis.call('HEXISTS', '{inventory-log-identity}:kept', 'd:kept');
    await expect.poll(isKept, { timeout: 20_000 }).toEqual([1]);
    await expect(open('none')).rejects.toThrow(/READ_MODELS .* another event log .* EVENT_STORE_PREFIX/);
    expect(await admin.get(`/tool/${tool}`)).toMatchObject({ status: 200 });
    const later = await addTool(admin);
    expect(await admin.get(`/tool/${later}`)).toMatchObject({ status: 200 });
  });
});

describe('a shop on an EventStoreDB with much of other applications', () => {
  it('shows all again once its Redis was emptied, though what it had read last was of others', async () => {
    // The double, also where there is a real EventStoreDB: others write a lot to it.
    const [events, redis] = await Promise.all([startEventStoreDouble(), startRedis()]);
    onTestFinished(async () => {
      await events.stop();
      await redis.stop();
    });
    const settings = { EVENT_STORE: events.url, READ_MODELS: redis.url, SEED: 'demo', DATA_DIR: temporaryFolder() };
    const shop = await startShop(settings, { passwords: quickPasswords });
    onTestFinished(() => shop.close());
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const known = async () => {
      const [keys] = await redis.call('KEYS', '*tools*:kept');
      const [checkpoint] = await redis.call('HGET', String((keys as string[])[0]), 'checkpoint');
      return BigInt(String(checkpoint));
    };
    const shown = async () => BigInt((await admin.get('/tool?search=drill')).headers.get('Event-Position') ?? -1);
    const own = await shown();
    // It is told of one of 1,000 of them, and says in Redis how far it has come.
    events.writeForOthers(1_100);
    await vi.waitFor(async () => expect(await shown()).toBeGreaterThan(own), { timeout: 120_000, interval: 100 });
    await expect.poll(known, { timeout: 20_000 }).toBeGreaterThan(own);
    await redis.flush();
    for (const page of ['/tool?limit=1', `/user/${demoAdmin.email}`])
      await vi.waitFor(async () => expect((await admin.get(page)).status).toBe(200), { timeout: 20_000, interval: 50 });
  });
});
