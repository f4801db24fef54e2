import { describe, it, onTestFinished } from 'vitest';
import { inTurn } from '../testing/as-often.ts';
import { startEventStoreUnderTest } from '../testing/event-store-under-test.ts';
import { startRedis } from '../testing/redis.ts';
import { expectApart } from '../testing/shops-that-share.ts';

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
});
