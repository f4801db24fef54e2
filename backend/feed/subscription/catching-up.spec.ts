import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bookings } from '../../../modules/booking/read-models/bookings.ts';
import { openReservations } from '../../../modules/booking/read-models/open-reservations.ts';
import { tools } from '../../../modules/catalog/read-models/tools.ts';
import { start } from '../../../modules/kernel/event-store.ts';
import { fill } from '../../bench/replay.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { openSqliteReadModels } from '../../read-models/sqlite.ts';
import { timeByWork } from '../../testing/measuring/counted-work.ts';
import { watchLoop } from '../../testing/measuring/loop-silence.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { ProjectionRunner } from '../projection-runner.ts';

it('catching up with a long log leaves the event loop to others every 10 ms', async () => {
  const folder = temporaryFolder();
  const store = openSqliteEventStore({ file: join(folder, 'events.db') });
  onTestFinished(() => store.close());
  await fill(store, 10_000);
  const readModels = openSqliteReadModels({ file: join(folder, 'read-models.db') });
  onTestFinished(() => readModels.close());
  const runner = new ProjectionRunner([tools, bookings, openReservations], readModels, store);
  await runner.open();
  timeByWork();
  const loop = watchLoop(() => performance.now());
  const following = new AbortController();
  for await (const batch of store.subscribe({ after: start, signal: following.signal })) {
    await runner.apply(batch);
    if (batch.caughtUp) break;
  }
  const silences = loop.stop();
  expect(silences[0]).toBeLessThan(10);
  expect(silences.length).toBeGreaterThan(100);
});
