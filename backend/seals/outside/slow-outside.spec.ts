import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { closedAfter, happen, sealing, somebody } from '../../testing/logs/sealed-log.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import type { OutsideSeal } from '../log-sealed.ts';
import { SealsElsewhere } from '../sealer.ts';
import { sealRegularly } from '../turns/seal-regularly.ts';
import type { Outside } from './outside.ts';
import { outsideAddress } from './outside-address.ts';

/** A log with so many seals that no place outside has got. */
async function sealedTimes(seals: number) {
  const store = closedAfter(openSqliteEventStore({ file: join(temporaryFolder(), 'events.db') }));
  const { sealerOf } = await sealing(join(temporaryFolder(), 'seals.jsonl'));
  for (let seal = 0; seal < seals; seal++) {
    await happen(store, 1);
    await sealerOf(store, []).seal(somebody);
  }
  return { store, sealerOf };
}

it('a place outside that takes seals and does not answer keeps no shop from closing', async () => {
  const { store, sealerOf } = await sealedTimes(3);
  const sent = vi.fn();
  const address = createServer(sent).listen(0, '127.0.0.1');
  onTestFinished(() => {
    address.closeAllConnections();
    address.close();
  });
  await once(address, 'listening');
  const { port } = address.address() as AddressInfo;
  const sealer = sealerOf(store, [outsideAddress(`http://127.0.0.1:${port}`, store.records)]);
  const closing = new AbortController();
  const now = () => new Date(Date.now() + 3_600_000);
  const options = { store, sealer: async () => sealer, every: 20, log: openLog('silent'), now, signal: closing.signal };
  const over = sealRegularly(options);
  await expect.poll(() => sent.mock.calls.length).toBe(1);

  const began = performance.now();
  closing.abort();
  await over;
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(sent).toHaveBeenCalledOnce();
});

it('a place outside that takes longer than a turn lasts leaves it to who has taken it, and that is no failure to seal', async () => {
  const { store, sealerOf } = await sealedTimes(2);
  let time = Date.now() + 3_600_000;
  const now = () => new Date(time);
  const others = sealerOf(store, [], now);
  const hung: Outside = {
    name: 'hung',
    last: async () => undefined,
    async add() {
      time += 120_000;
      await happen(store, 1);
      await others.seal(somebody);
    },
  };
  await expect(sealerOf(store, [hung], now).seal(somebody)).rejects.toThrow(SealsElsewhere);
});

it('a place outside that is slow and has missed many gets them from one process, for as long as that takes', async () => {
  const { store, sealerOf } = await sealedTimes(4);
  let time = Date.now() + 3_600_000;
  const now = () => new Date(time);
  const kept: OutsideSeal[] = [];
  const others = sealerOf(store, [], now);
  const slow: Outside = {
    name: 'slow',
    last: async () => kept.at(-1),
    async add(seal) {
      time += 40_000;
      await expect(others.seal(somebody)).rejects.toThrow(SealsElsewhere);
      kept.push(seal);
    },
  };
  await sealerOf(store, [slow], now).seal(somebody);
  expect(kept).toMatchObject([0, 1, 2, 3].map((number) => ({ number })));
});
