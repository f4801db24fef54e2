import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openRedisReadModels } from '../../read-models/redis.ts';
import { count, countersOf } from '../../testing/counters.ts';
import { totals } from '../../testing/deciding/caught-up.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { type RunningRedis, startRedis } from '../../testing/redis.ts';
import { ProjectionRunner } from '../projection-runner.ts';

const counters = countersOf();
const others = countersOf({ name: 'others' });
const [events, each] = [12_000, 200];
const names = Array.from({ length: 60 }, (_, n) => `counter-${n}`);

let redis: RunningRedis;
beforeAll(async () => {
  redis = await startRedis({ appendonly: true });
});
afterAll(() => redis.stop());

it('a Redis that is emptied, restarted, forgets its scripts and loses its connections while two nodes fill it has every event once', async () => {
  const { store } = openedStores();
  for (let n = 0; n < events / each; n++)
    await count(store, names[n % names.length] ?? '', ...Array.from({ length: each }, () => 1));
  const troubles = [
    () => redis.call('SCRIPT', 'FLUSH'),
    () => redis.call('CLIENT', 'KILL', 'TYPE', 'normal'),
    () => redis.flush(),
    () => redis.restart(),
    () => redis.call('CLIENT', 'PAUSE', '300', 'ALL'),
    () => redis.call('CLIENT', 'KILL', 'TYPE', 'normal'),
  ];
  const node = () => {
    const readModels = openRedisReadModels({ address: redis.url, prefix: 'inventory-' });
    onTestFinished(() => readModels.close());
    return { readModels, runner: new ProjectionRunner([counters, others], readModels, store) };
  };
  const nodes = [node(), node()];
  let batches = 0;
  const filled = async ({ runner, readModels }: (typeof nodes)[number]) => {
    for (;;) {
      try {
        const progressed = () => {
          batches += 1;
          if (batches % 15 === 0)
            void troubles
              .shift()?.()
              .catch(() => undefined);
        };
        await runner.catchUp(await runner.open(), { progressed });
        await runner.record();
        await runner.verify();
        const checkpoints = await Promise.all([counters, others].map((each) => readModels.checkpoint(each.storedAs)));
        if (troubles.length === 0 && checkpoints.every((checkpoint) => checkpoint === BigInt(events))) return;
      } catch {
        await runner.record().catch(() => undefined);
        await runner.verify().catch(() => undefined);
      }
      if (troubles.length > 0) await redis.flush().catch(() => undefined);
    }
  };
  await Promise.all(nodes.map(filled));
  for (const { readModels } of nodes) {
    for (const each of [counters, others]) {
      const shown = await totals(readModels, each);
      expect(shown).toEqual(Object.fromEntries(names.map((name) => [name, events / names.length])));
    }
  }
});
