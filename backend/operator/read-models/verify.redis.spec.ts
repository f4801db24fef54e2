import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, signIn } from '../../testing/api-client.ts';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startRedis } from '../../testing/redis.ts';
import { startShop } from '../../testing/running-shop.ts';
import { beside } from '../../testing/shops/beside.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

describe('the command that verifies the read models', () => {
  it('does the same on EventStoreDB and Redis', async () => {
    const [events, redis] = await Promise.all([startEventStoreUnderTest({ ownLog: true }), startRedis()]);
    onTestFinished(async () => {
      await events.stop();
      await redis.stop();
    });
    const settings = { DATA_DIR: temporaryFolder(), EVENT_STORE: events.address, READ_MODELS: redis.url };
    const shop = await startShop({ ...settings, SEED: 'demo' }, { passwords: quickPasswords });
    onTestFinished(() => shop.close());
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const toolId = await addTool(admin, { Available: 10_000, MinimumOrder: 1 });
    const order = async () =>
      (await admin.post<{ insertedId: string }>('/booking', orderOf(admin, toolId, 19.99))).body.insertedId;
    const first = await beside(order, () => operate(settings, 'verify'));
    expect(first.code, first.stderr).toBe(0);
    const bookingId = await order();
    const asked = await operate(settings, 'what-if', '--without', `booking:${bookingId}`);
    expect(asked).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`bookings: the document ${bookingId} would not be there\n`),
    });
    const client = new Redis(redis.url);
    onTestFinished(() => client.disconnect());
    const [name = ''] = (await client.smembers('inventory-read-models')).filter((one) => one.startsWith('bookings.'));
    const [kept, listed] = [`{inventory-${name}}:kept`, `{inventory-${name}}:listed`];
    const document = (await client.hget(kept, `d:${bookingId}`)) ?? '';
    await client.hset(kept, `d:${bookingId}`, document.replace('"quantity":1', '"quantity":5'), 'd:stray', document);
    await client.zadd(listed, 0, `uid\u0000nobody\u0000\u0000${bookingId}`);
    const { code, stdout } = await operate(settings, 'verify');
    expect({ code, lines: stdout.trim().split('\n').slice(0, -1).toSorted() }).toEqual({
      code: 1,
      lines: [
        `bookings: ${bookingId} in the list 'uid' is shown, and not in the replay`,
        `bookings: the document ${bookingId}: quantity 5 → 1`,
        'bookings: the document stray is shown, and not in the replay',
      ].toSorted(),
    });
  });
});
