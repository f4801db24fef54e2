import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { operate } from '../testing/operators-desk.ts';
import { startShop } from '../testing/running-shop.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

it('an import that is refused leaves nothing, where there was no shop', async () => {
  const [DATA_DIR, beside] = [temporaryFolder(), temporaryFolder()];
  await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
  const whole = join(beside, 'whole');
  expect(await operate({ DATA_DIR }, 'export', whole)).toMatchObject({ code: 0 });
  const [half, other, noLog] = [join(beside, 'half'), join(beside, 'other'), temporaryFolder()];
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
  const noDatabase = temporaryFolder();
  writeFileSync(join(noDatabase, 'events.db'), 'This is no database. '.repeat(500));
  refused.push(
    [join(noDatabase, 'events.db'), whole, '--keys-of', noDatabase],
    ['EventStoreDB cannot be reached.', whole, '--keys-of', 'esdb://127.0.0.1:1?tls=false'],
  );
  for (const [line, ...words] of refused) {
    const there = temporaryFolder();
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
