import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { openLog } from '../runtime/log.ts';
import { closedAfter, happen, sealing, sealsOfFile, somebody } from '../testing/sealed-log.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { lastSealed } from './last-sealed.ts';
import { sealRegularly } from './seal-regularly.ts';
import type { Sealer } from './sealer.ts';

const hour = 3_600_000;
const year = 365 * 24 * hour;

const sqlite = async () => closedAfter(await openSqliteEventStore({ file: join(temporaryFolder(), 'events.db') }));
const withoutFile = async (): Promise<EventStore> => ({ ...(await sqlite()), file: undefined });

/** Seals until the test is over, with a look every moment. */
function sealingRegularly(store: EventStore, sealer: () => Sealer, now: () => Date): void {
  const closing = new AbortController();
  const options = { store, every: 20, log: openLog('silent'), now, signal: closing.signal };
  const sealed = sealRegularly({ ...options, sealer: async () => sealer() });
  onTestFinished(async () => {
    closing.abort();
    await sealed;
  });
}

it('seals also where the last seal is of a clock that was a year ahead', async () => {
  const store = await sqlite();
  const { sealerOf } = await sealing(join(temporaryFolder(), 'seals.jsonl'));
  await happen(store, 1);
  const now = () => new Date('2026-01-02T12:00:00Z');
  await sealerOf(store, undefined, () => new Date(now().getTime() + year)).seal(somebody);
  await happen(store, 1);
  sealingRegularly(store, () => sealerOf(store, undefined, now), now);
  await vi.waitFor(async () => expect((await lastSealed(store))?.data.number).toBe(1));
});

describe.each([
  ['read from its file', sqlite],
  ['read by the port of all stores', withoutFile],
])('a log to which nothing comes, %s', (_, open) => {
  it('has nothing written beside it, however often it is looked at, and what comes next is sealed', async () => {
    const [store, file] = [await open(), join(temporaryFolder(), 'seals.jsonl')];
    const puts = vi.spyOn(store.records, 'put');
    const { sealerOf } = await sealing(file);
    await happen(store, 9);
    await sealerOf(store).seal(somebody);
    puts.mockClear();
    const later = () => new Date(Date.now() + hour);
    const looks = vi.fn(() => sealerOf(store, undefined, later));
    sealingRegularly(store, looks, later);
    await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(5));
    expect(puts.mock.calls).toEqual([]);
    await happen(store, 1);
    await vi.waitFor(async () =>
      expect(await sealsOfFile(file)).toMatchObject([{ size: 18 }, { number: 1, size: 20 }]),
    );
  });

  it('has its leaves and its edge written once, also by who takes the turn to seal it', async () => {
    const store = await open();
    const { sealerOf } = await sealing(join(temporaryFolder(), 'seals.jsonl'));
    await happen(store, 9);
    await sealerOf(store).seal(somebody);
    const puts = vi.spyOn(store.records, 'put');
    expect(await sealerOf(store).seal(somebody)).toBeUndefined();
    expect(new Set(puts.mock.calls.map(([key]) => key))).toEqual(new Set(['seal-turn']));
  });

  it('is not up to date while a place outside has not got the last seal', async () => {
    const [store, file] = [await open(), join(temporaryFolder(), 'seals.jsonl')];
    const { sealerOf } = await sealing(file);
    await happen(store, 1);
    await sealerOf(store, []).seal(somebody);
    sealingRegularly(
      store,
      () => sealerOf(store),
      () => new Date(Date.now() + hour),
    );
    await vi.waitFor(async () => expect(await sealsOfFile(file)).toMatchObject([{ number: 0 }]));
  });
});
