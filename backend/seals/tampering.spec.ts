import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Conflict } from '../../modules/kernel/errors.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { UnusableLog } from '../event-store/sqlite/unusable-log.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { seededRandom } from '../resilience-tests/kills/seeded-random.ts';
import { happen, sealing, sealsOfFile, somebody } from '../testing/logs/sealed-log.ts';
import { TamperedLog, type Tampering } from '../testing/logs/tampered-log.ts';
import { type SealTampering, TamperedSeals } from '../testing/logs/tampered-seals.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openAuditedFile } from './audited-log.ts';
import type { Sealer } from './sealer.ts';
import { verifyLog } from './verify-log.ts';

const { random, seed } = seededRandom('TAMPERING_SEED');
const below = (most: number) => Math.floor(random() * most);

/** A log with several seals, and events after the last. */
async function sealedLog(file: string, outside: string, rounds = 4) {
  const { sealerOf, believed } = await sealing(outside);
  const store = openSqliteEventStore({ file });
  const sealer = sealerOf(store);
  let events = 0;
  for (let round = 0; round < rounds; round++) {
    events += await happen(store, 1 + below(10));
    await sealer.seal(somebody);
  }
  await happen(store, 3);
  await store.close();
  return { events, believed, sealerOf };
}

async function verified(file: string, held: Parameters<typeof verifyLog>[1]) {
  const log = openAuditedFile(file);
  try {
    return await verifyLog(log, held);
  } finally {
    log.close();
  }
}

/** Where it can still be opened at all, and has no damage that a shop's own sealer sees. */
async function sealAnew(file: string, sealerOf: (store: EventStore) => Sealer): Promise<void> {
  try {
    const store = openSqliteEventStore({ file });
    try {
      await sealerOf(store).seal(somebody);
    } finally {
      await store.close();
    }
  } catch (reason) {
    if (!(reason instanceof UnusableLog || reason instanceof Conflict)) throw reason;
  }
}

const tamperings: readonly ((log: TamperedLog) => Tampering)[] = [
  (log) => log.alter(true),
  (log) => log.alter(true),
  (log) => log.alter(false),
  (log) => log.rewrite(),
  (log) => log.renumber(),
  (log) => log.remove(),
  (log) => log.cut(),
  (log) => log.swap(),
  (log) => log.move(),
  (log) => log.insert(),
  (log) => log.insertMark(),
];

/** Of nothing but the seals in the log. */
type TamperingWithSeals = (log: TamperedSeals) => SealTampering;
const tamperingsWithSeals: readonly TamperingWithSeals[] = [
  (log) => log.remove(),
  (log) => log.alterMeta(),
  (log) => log.move(),
  (log) => log.repeat(),
];

/** What is done to the seals in the log besides. */
const besides: readonly ((log: TamperedLog) => void)[] = [
  () => {},
  (log) => log.removeSeals('one'),
  (log) => log.removeSeals('all'),
];

describe(`a log that somebody tampered with (TAMPERING_SEED=${seed})`, () => {
  it('is found out by what is held outside, each of 500 times, with the position', async () => {
    const folder = temporaryFolder();
    const [original, file] = [join(folder, 'events.db'), join(folder, 'tampered.db')];
    const outside = join(folder, 'seals.jsonl');
    const { events, believed, sealerOf } = await sealedLog(original, outside);
    const seals = await sealsOfFile(outside);
    const [all, last] = [seals, seals.slice(-1)].map((outside) => ({ outside, believed }));
    for (const held of [all, last]) {
      const found = await verified(original, held as NonNullable<typeof held>);
      expect(found).toMatchObject({ isWhole: true, notSealed: 6, provenOutside: events, proven: { seals: 4 } });
    }
    for (let round = 0; round < 500; round++) {
      copyFileSync(original, file);
      const held = (random() < 0.5 ? all : last) as NonNullable<typeof all>;
      if (random() < 0.25) {
        const log = new TamperedSeals(file, random);
        const { what, numbers } = (tamperingsWithSeals[below(tamperingsWithSeals.length)] as TamperingWithSeals)(log);
        log.close();
        const { isWhole, wrong } = await verified(file, held);
        const which = `${round}: ${what}, ${held.outside.length} outside`;
        expect(isWhole, which).toBe(false);
        expect(wrong.join(' '), which).toMatch(new RegExp(`[Ss]eal (${numbers.join('|')})\\b`));
        continue;
      }
      const log = new TamperedLog(file, events, random);
      const { what, position } = (tamperings[below(tamperings.length)] as (log: TamperedLog) => Tampering)(log);
      const isForged = random() < 0.04;
      if (isForged) log.forgetSealing();
      else (besides[below(besides.length)] as (log: TamperedLog) => void)(log);
      log.close();
      // Whoever has the key seals anew what they made of it.
      if (isForged) {
        await sealAnew(file, (store) => sealerOf(store, []));
      }
      const { isWhole, difference } = await verified(file, held);
      const which = `${round}: ${what} at ${position}${isForged ? ', sealed anew' : ''}`;
      expect(isWhole, which).toBe(false);
      if (difference && 'position' in difference) {
        expect(`${difference.position}`, which).toBe(`${position}`);
      } else {
        expect(isForged, which).toBe(true);
        expect(Number(difference?.after), which).toBeLessThan(position);
        expect(Number(difference?.upTo), which).toBeGreaterThanOrEqual(position);
      }
    }
  });
});
