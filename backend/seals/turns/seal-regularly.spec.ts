import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { BadSetting } from '../../start/settings/config.ts';
import { closedAfter, happen, sealing, sealsOfFile, somebody } from '../../testing/logs/sealed-log.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { lastSealed, SealsDoubted } from '../last-sealed.ts';
import type { Outside } from '../outside/outside.ts';
import type { Sealer } from '../sealer.ts';
import { SealAlarm } from './seal-alarm.ts';
import { sealRegularly } from './seal-regularly.ts';

const hour = 3_600_000;
const year = 365 * 24 * hour;

const sqlite = async () => closedAfter(await openSqliteEventStore({ file: join(temporaryFolder(), 'events.db') }));
const withoutFile = async (): Promise<EventStore> => ({ ...(await sqlite()), file: undefined });

/** Seals until the test is over, with a look every moment. */
function sealingRegularly(store: EventStore, sealer: () => Sealer, now: () => Date, alarm = new SealAlarm()): void {
  const closing = new AbortController();
  const options = { store, every: 20, log: openLog('silent'), now, signal: closing.signal, alarm };
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

describe('why a process does not seal', () => {
  const at = () => new Date();
  const away = 'https://me:password@seals.example cannot be reached';

  async function failing(reason: unknown) {
    const [store, alarm] = [await sqlite(), new SealAlarm()];
    const { sealerOf } = await sealing(join(temporaryFolder(), 'seals.jsonl'));
    await happen(store, 1);
    let isMended = false;
    const outside: Outside = {
      name: away,
      last: async () => undefined,
      async add() {
        if (!isMended) throw reason;
      },
    };
    const mend = () => {
      isMended = true;
    };
    return { store, alarm, sealerOf, sealer: () => sealerOf(store, [outside], at), mend };
  }

  it('is known, without files and addresses, until it does', async () => {
    const { store, alarm, sealer, mend } = await failing(new Unavailable(away));
    sealingRegularly(store, sealer, at, alarm);
    await expect.poll(() => alarm.says).toContain('or to bring a seal where SEAL_TO says, has failed');
    expect(alarm.says).not.toContain('seals.example');
    mend();
    await happen(store, 1);
    await expect.poll(() => alarm.says).toBeUndefined();
  });

  it('is known where its key is not to be had, until that is back', async () => {
    const { store, alarm, sealer, mend } = await failing(undefined);
    mend();
    let isBack = false;
    const held = () => {
      if (isBack) return sealer();
      throw new BadSetting('/var/shop/seal-key.json is missing');
    };
    sealingRegularly(store, held, at, alarm);
    await expect.poll(() => alarm.says).toMatch(/^The key to seal with is missing or damaged: /);
    expect(alarm.says).not.toContain('/var/shop');
    isBack = true;
    await expect.poll(() => alarm.says).toBeUndefined();
  });

  it('is over once another has sealed, but not that what was sealed differs', () => {
    const alarm = new SealAlarm();
    const differs = (from: string) => `Seal 3 in the log is not what ${from} says.`;
    for (const [reason, stays] of [
      [new Unavailable(away), false],
      [new SealsDoubted(differs('/var/seals.jsonl'), differs('a place outside of it')), true],
    ] as const) {
      alarm.failed(reason, 1_000);
      alarm.sealedAt(1_000);
      expect(alarm.says).toBeDefined();
      alarm.sealedAt(1_001);
      expect(alarm.says !== undefined).toBe(stays);
    }
    expect(alarm.says).toBe(
      'Seal 3 in the log is not what a place outside of it says. Nothing was sealed. Run: npm run operator -- audit verify',
    );
  });
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
