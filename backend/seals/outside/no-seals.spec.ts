import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { closedAfter, happen, sealing, somebody } from '../../testing/logs/sealed-log.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { type AuditedLog, auditedStore, openAuditedFile } from '../audited-log.ts';
import { verifyLog } from '../verify-log.ts';
import { readSealsFile } from './outside-file.ts';

/** A log with two seals, and how far it went before what the second is of. */
async function sealedLog() {
  const folder = temporaryFolder();
  const file = join(folder, 'seals.jsonl');
  const store = closedAfter(openSqliteEventStore({ file: join(folder, 'events.db') }));
  const { sealerOf, believed } = await sealing(file);
  await happen(store, 3);
  await sealerOf(store).seal(somebody);
  const before = await store.head();
  await happen(store, 3);
  await sealerOf(store).seal(somebody);
  const opened = openAuditedFile(store.file ?? '');
  onTestFinished(opened.close);
  const verified = async (log: AuditedLog = opened) => {
    const { seals: outside, damaged, brokenOff } = await readSealsFile(file);
    return verifyLog(log, { outside, noSeals: { damaged, brokenOff: brokenOff ? [brokenOff] : [] }, believed });
  };
  return { store, file, sealerOf, verified, before };
}

/** As it would be if it had ended there. */
function cutAfter(store: EventStore, last: bigint): EventStore {
  return {
    ...store,
    file: undefined,
    head: async () => last,
    readAll: async (options) => {
      const { events, ...rest } = await store.readAll(options);
      return { ...rest, events: events.filter(({ position }) => position <= last) };
    },
    readStream: async (stream, options) =>
      (await store.readStream(stream, options)).filter(({ position }) => position <= last),
    records: { ...store.records, get: async () => undefined },
  };
}

const isLost = (lines: number) => ({
  isWhole: false,
  wrong: [
    lines === 1
      ? 'Outside the log a line is no seal: what it said is not known.'
      : `Outside the log ${lines} lines are no seals: what they said is not known.`,
  ],
});

describe('a line outside the log that is no seal', () => {
  it('is no reason to call a log whole that was cut with the seal that it was', async () => {
    const { store, file, verified, before } = await sealedLog();
    truncateSync(file, readFileSync(file).length - 3);
    expect(await verified(auditedStore(cutAfter(store, before)))).toMatchObject(isLost(1));
  });

  it('is told, wherever it is, and how many of them', async () => {
    const { file, verified } = await sealedLog();
    const [first = '', second = ''] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [first, second.replace('"size":', '"Size":'), ''].join('\n'));
    expect(await verified()).toMatchObject(isLost(1));
    writeFileSync(file, [first.replace('"number"', '"lumber"'), 'What?', '', second, ''].join('\n'));
    expect(await verified()).toMatchObject(isLost(2));
  });

  it('is the beginning of a seal in the log where the shop ended as it wrote, and is written whole with the next', async () => {
    const { file, store, sealerOf, verified } = await sealedLog();
    const [first = '', second = ''] = readFileSync(file, 'utf8').split('\n');
    for (const length of [1, 100, second.length - 1]) {
      writeFileSync(file, `${first}\n${second.slice(0, length)}`);
      expect(await verified()).toMatchObject({ isWhole: true, wrong: [], provenOutside: 6 });
      await sealerOf(store).seal(somebody);
      expect(readFileSync(file, 'utf8')).toBe(`${first}\n${second.slice(0, length)}\n${second}\n`);
      expect(await verified()).toMatchObject({ isWhole: true, wrong: [], provenOutside: 12 });
    }
  });
});
