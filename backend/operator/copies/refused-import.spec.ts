import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { refuseHalfImport } from '../../start/preflight/half-done.ts';
import { Presence } from '../../status/presence.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

// Side by side: they wait for longer than they work.
it.concurrent('an import that is refused leaves nothing, where there was no shop', async (test) => {
  const [DATA_DIR, beside] = [temporaryFolder(test), temporaryFolder(test)];
  await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
  const whole = join(beside, 'whole');
  expect(await operate({ DATA_DIR }, 'export', whole)).toMatchObject({ code: 0 });
  const [half, other, noLog] = [join(beside, 'half'), join(beside, 'other'), temporaryFolder(test)];
  writeFileSync(half, readFileSync(whole, 'utf8').split('\n').slice(0, 3).join('\n'));
  writeFileSync(other, 'something else');
  const refused: [line: string, ...words: string[]][] = [
    [`There is no file ${join(beside, 'none')}`, join(beside, 'none')],
    ['is a folder, where a file is meant.', beside],
    [`${half} is not a whole export: it ends after line 3.`, half],
    [`${other} is no export: line 1 is none of one.`, other],
    [`--keys-of has no log: ${join(noLog, 'events.db')}`, whole, '--keys-of', noLog],
    [`--keys-of has no log: ${join(beside, 'none/events.db')}`, whole, '--keys-of', join(beside, 'none')],
  ];
  const noDatabase = temporaryFolder(test);
  writeFileSync(join(noDatabase, 'events.db'), 'This is no database. '.repeat(500));
  refused.push(
    [join(noDatabase, 'events.db'), whole, '--keys-of', noDatabase],
    ['EventStoreDB cannot be reached.', whole, '--keys-of', 'esdb://127.0.0.1:1?tls=false'],
  );
  for (const [line, ...words] of refused) {
    const there = temporaryFolder(test);
    for (const place of [there, join(there, 'new')]) {
      expect(await operate({ DATA_DIR: place }, 'import', ...words)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(line),
      });
    }
    expect(readdirSync(there), line).toEqual([]);
  }
  expect([readdirSync(noLog), existsSync(join(beside, 'none'))]).toEqual([[], false]);
});

it.concurrent('neither an import nor a copy is begun where a node runs, which would act on half of what happened', async (test) => {
  const [from, beside] = [temporaryFolder(test), temporaryFolder(test)];
  await (await startShop({ DATA_DIR: from, SEED: 'demo' }, { passwords: quickPasswords })).close();
  const file = join(beside, 'whole');
  expect(await operate({ DATA_DIR: from }, 'export', file)).toMatchObject({ code: 0 });
  const refused = { code: 1, stdout: '', stderr: expect.stringContaining('runs on this store: stop it') };
  await Promise.all(
    [
      ['import', file],
      ['copy', '--from', from, '--to'],
    ].map(async (words) => {
      const DATA_DIR = temporaryFolder(test);
      const store = openSqliteEventStore({ file: join(DATA_DIR, 'events.db') });
      test.onTestFinished(() => store.close());
      const node = presenceIn(store);
      test.onTestFinished(() => node.close());
      await node.say();
      node.start();
      const place = words[0] === 'copy' ? [DATA_DIR] : [];
      expect(await operate({ DATA_DIR }, ...words, ...place)).toEqual(refused);
      expect((await store.readAll({ after: start, limit: 1 })).events).toEqual([]);
      await refuseHalfImport(store);
      await node.close();
      expect(await operate({ DATA_DIR }, ...words, ...place)).toMatchObject({ code: 0 });
    }),
  );
});

thoroughly('a copy of a shop that runs is made, and says what may not be in it, by the name of each node', async () => {
  const from = temporaryFolder();
  const shop = await startShop({ DATA_DIR: from, SEED: 'demo' }, { passwords: quickPasswords });
  const to = temporaryFolder();
  const made = { code: 0, stdout: expect.stringMatching(/^Copied \d+ events\./) };
  expect(await operate({}, 'copy', '--from', from, '--to', to)).toEqual({
    ...made,
    stderr: `The store that is copied is written to by the node ${shop.origin} (process ${process.pid} at ${hostname()}), unless that ended without a word: what is written there meanwhile may be missing in the copy. Stop what runs there, and say this again.\n`,
  });
  await shop.close();
  expect(await operate({}, 'copy', '--from', from, '--to', to)).toEqual({ ...made, stderr: '' });
});

/** A node that says often that it is there. */
const presenceIn = ({ records }: EventStore) =>
  new Presence({
    records,
    node: { id: 'one', host: 'here', pid: 7, startedAt: '2030-01-01T00:00:00.000Z' },
    address: () => 'http://127.0.0.1:3000',
    state: () => ({ standing: 'serving', behind: 0, stopped: 0, connections: 0 }),
    log: openLog('silent'),
    every: 20,
  });
