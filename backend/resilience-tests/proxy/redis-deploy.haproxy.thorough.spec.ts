import { it, onTestFinished } from 'vitest';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { startRedis } from '../../testing/redis.ts';
import { deployTimeout, expectUnnoticedDeploy } from './deploy.ts';

it('a deploy to three nodes on EventStoreDB and Redis, one after the other, is noticed by nobody', {
  timeout: deployTimeout,
}, async () => {
  const [events, redis] = await Promise.all([startEventStoreUnderTest({ ownLog: true }), startRedis()]);
  onTestFinished(async () => {
    await events.stop();
    await redis.stop();
  });
  await expectUnnoticedDeploy({ EVENT_STORE: events.address, READ_MODELS: redis.url });
});
