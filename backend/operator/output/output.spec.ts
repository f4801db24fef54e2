import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { makeLog } from '../../bench/logs/made-log.ts';
import { beginInTerminal, beginOperator, runOperator } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

/** A few orders that were sealed, of which something was altered since. */
async function alteredLog(): Promise<string> {
  const dataDir = temporaryFolder();
  await makeLog({ dataDir, orders: 3, people: 2, tools: 2 });
  expect(await runOperator({ DATA_DIR: dataDir }, 'audit', 'seal')).toMatchObject({ code: 0 });
  const database = new DatabaseSync(join(dataDir, 'events.db'));
  database.exec(`UPDATE events SET data = '{}' WHERE position = 7`);
  database.close();
  return dataDir;
}

it('says in its exit code what it found, also when nobody reads what it says', async () => {
  const { child, ended } = beginOperator({ DATA_DIR: await alteredLog() }, 'audit', 'verify');
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 1 });
});

thoroughly('says in one line that what it says cannot be written', async () => {
  const full = ['sh', '-c', 'npm run --silent operator -- audit key > /dev/full; echo code $?'];
  const { stdout } = await beginInTerminal({}, ...full).ended;
  expect(stdout).toMatch(/^What it says could not be written: .*\r\ncode 1\r\n$/);
});

it('says in one line what is wrong with a file that was named', async () => {
  const DATA_DIR = temporaryFolder();
  await makeLog({ dataDir: DATA_DIR, orders: 1, people: 1, tools: 1 });
  const named = async (file: string, ...said: string[]) => {
    const { code, stderr } = await runOperator({ DATA_DIR }, ...said, join(DATA_DIR, file));
    return { code, said: stderr.replaceAll(DATA_DIR, '…') };
  };
  expect(await named('nowhere/log.jsonl', 'export')).toEqual({ code: 1, said: 'There is no folder …/nowhere.\n' });
  expect(await named('events.db/log.jsonl', 'export')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^…\/events\.db\/\S+ leads through a file, where a folder is meant\.\n$/),
  });
  expect(await named('', 'audit', 'verify', '--seals')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/is a folder, where a file is meant\.\n$/),
  });
});
