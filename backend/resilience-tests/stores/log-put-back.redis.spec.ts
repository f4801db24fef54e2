import { expect, it, onTestFinished } from 'vitest';
import { startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { keepOpen } from '../../start/keep-open.ts';
import { addTool, signIn } from '../../testing/api-client.ts';
import { startRedis } from '../../testing/redis.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

it('an EventStoreDB that is put back to an earlier state under a running shop is what the shop shows then, and nothing else', async () => {
  const [events, redis] = await Promise.all([startEventStoreDouble(), startRedis()]);
  const [silent, said] = [openLog('silent'), [] as string[]];
  const log = openLog('warn', { write: (line: string) => void said.push(line) });
  const settings = { DATA_DIR: temporaryFolder(), EVENT_STORE: events.url, READ_MODELS: redis.url, SEED: 'demo' };
  const kept = await keepOpen(() => startShop(settings, { passwords: quickPasswords, log }), silent);
  onTestFinished(async () => {
    await kept.close();
    await Promise.all([events.stop(), redis.stop()]);
  });
  const before = kept.shop();
  const admin = await signIn(before.origin, demoAdmin.email, demoPassword);
  const old = await addTool(admin);
  const putBack = events.backUp();
  const lost = await addTool(admin);
  for (let more = 0; more < 5; more++) await addTool(admin);
  expect(await admin.get(`/tool/${lost}`)).toMatchObject({ status: 200 });

  await events.misbehave.goAway();
  putBack();
  await events.misbehave.comeBack();
  await expect.poll(() => kept.shop() !== before).toBe(true);
  expect(said.join('')).toContain('the log was put back to an earlier state');

  const again = await signIn(kept.shop().origin, demoAdmin.email, demoPassword);
  expect(await again.get('/health/ready')).toMatchObject({ status: 200 });
  expect(await again.get(`/tool/${lost}`)).toMatchObject({ status: 404 });
  expect(await again.get(`/tool/${old}`)).toMatchObject({ status: 200 });
  // Whether its place in the log is before that which was lost, or after it.
  for (let more = 0; more < 12; more++) {
    const fresh = await addTool(again);
    expect(await again.get(`/tool/${fresh}`)).toMatchObject({ status: 200 });
  }
});
