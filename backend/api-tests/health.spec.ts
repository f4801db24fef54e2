import { describe, expect, it } from 'vitest';
import { shopUnderTest } from './shop-under-test.ts';

const shop = shopUnderTest();

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
});
