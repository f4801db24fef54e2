import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { openLog } from '../runtime/log.ts';
import { closedAfter, happen, sealing, somebody } from '../testing/sealed-log.ts';

import { temporaryFolder } from '../testing/temporary-folder.ts';
import { lastSealed } from './last-sealed.ts';
import { sealRegularly } from './seal-regularly.ts';

const year = 365 * 24 * 3_600_000;

it('seals also where the last seal is of a clock that was a year ahead', async () => {
  const folder = temporaryFolder();
  const store = closedAfter(await openSqliteEventStore({ file: join(folder, 'events.db') }));
  const { sealerOf } = await sealing(join(folder, 'seals.jsonl'));
  await happen(store, 1);
  const now = () => new Date('2026-01-02T12:00:00Z');
  await sealerOf(store, undefined, () => new Date(now().getTime() + year)).seal(somebody);
  await happen(store, 1);

  const closing = new AbortController();
  const options = { store, every: 20, log: openLog('silent'), now, signal: closing.signal };
  const sealed = sealRegularly({ ...options, sealer: async () => sealerOf(store, undefined, now) });
  onTestFinished(async () => {
    closing.abort();
    await sealed;
  });
  await vi.waitFor(async () => expect((await lastSealed(store))?.data.number).toBe(1));
});
