import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { shopUnderTest } from '../shop-under-test.ts';

let looks = 0;
const around = (store: EventStore): EventStore => ({
  ...store,
  head() {
    looks += 1;
    return store.head();
  },
});
const shop = shopUnderTest({}, { around });

describe('health', () => {
  it.each([
    ['/health/live', 'live'],
    ['/health/ready', 'ready'],
    ['/health/serving', 'serving'],
  ])('%s says %s while the shop is open', async (path, status) => {
    const reply = await shop.nobody.get(path);
    expect(reply).toMatchObject({ status: 200, body: { status } });
    expect(Object.keys(reply.body as object)).toEqual(['status']);
    expect(reply.headers.get('content-type')).toMatch(/^application\/json\b/);
  });

  it('is told without a token, and with a bad one', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      expect((await shop.nobody.get(path, { token: 'a.b.c' })).status).toBe(200);
    }
  });

  it('asks the stores once for all who want to know at once', async () => {
    const before = looks;
    const asked = await Promise.all(Array.from({ length: 200 }, () => shop.nobody.get('/health/ready')));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
    expect(looks - before).toBeLessThan(50);
  });
});
