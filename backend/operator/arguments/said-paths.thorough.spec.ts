import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { withoutProgress } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

const root = join(import.meta.dirname, '../../..');

async function closedShop() {
  const DATA_DIR = temporaryFolder();
  await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
  return DATA_DIR;
}

it('what is named at the command line is meant from where somebody stands, by every command', async () => {
  const [DATA_DIR, stands] = [await closedShop(), temporaryFolder()];
  const byNpm = { npm_lifecycle_event: 'operator', INIT_CWD: stands };
  const said = async (dataDir: string, ...words: string[]) =>
    expect({ words, ...(await operate({ DATA_DIR: dataDir, ...byNpm }, ...words)) }).toMatchObject({ words, code: 0 });
  expect(await operate({ DATA_DIR }, 'audit', 'seal')).toMatchObject({ code: 0 });
  cpSync(join(DATA_DIR, 'seals.jsonl'), join(stands, 'seals.jsonl'));
  mkdirSync(join(stands, 'of'));
  await said(DATA_DIR, 'backup', './of/a-day');
  await said(join(temporaryFolder(), 'restored'), 'restore', 'of/a-day');
  await said(DATA_DIR, 'export', 'all.jsonl');
  cpSync(DATA_DIR, join(stands, 'data'), { recursive: true });
  await said(join(temporaryFolder(), 'imported'), 'import', 'all.jsonl', '--keys-of', './data');
  await said(DATA_DIR, 'copy', '--from', 'data', '--to', 'copied');
  await said(DATA_DIR, 'audit', 'verify', '--seals', 'seals.jsonl');
  for (const made of ['of/a-day/events.db', 'all.jsonl', 'copied/events.db']) {
    expect(existsSync(join(stands, made)), made).toBe(true);
  }
  const missing: [words: string[], named: string][] = [
    [['audit', 'check', 'proof.json'], 'proof.json'],
    [['what-if', '--with', 'patched.ts'], 'patched.ts'],
  ];
  for (const [words, named] of missing) {
    const { code, stderr } = await operate({ DATA_DIR, ...byNpm }, ...words);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(join(stands, named)) });
  }
});

thoroughly('is so for npm itself, which runs it in the folder of the project; a setting is not', async () => {
  const [DATA_DIR, stands] = [await closedShop(), temporaryFolder()];
  const run = (dataDir: string) => {
    const words = ['--prefix', root, 'run', '--silent', 'operator', '--', 'backup', 'made'];
    const { status, stderr } = spawnSync('npm', words, {
      cwd: stands,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      timeout: 60_000,
      encoding: 'utf8',
    });
    return { status, stderr: withoutProgress(stderr) };
  };
  expect(run(DATA_DIR)).toEqual({ status: 0, stderr: '' });
  expect(existsSync(join(stands, 'made/events.db'))).toBe(true);
  expect(run('no-such-folder')).toMatchObject({ status: 1, stderr: expect.stringMatching(/no-such-folder/) });
  // Of another script that starts it, where that is, is where it is.
  const elsewhere = { npm_lifecycle_event: 'nightly', INIT_CWD: stands };
  expect(await operate({ DATA_DIR, ...elsewhere }, 'restore', 'made')).toMatchObject({
    code: 1,
    stderr: 'made is no backup, or not a whole one.\n',
  });
});

it('a path that can be none is said to be so', async () => {
  const DATA_DIR = await closedShop();
  const long = `/tmp/${'x'.repeat(300)}`;
  const wrong: [words: string[], line: RegExp][] = [
    ...[['backup'], ['export'], ['import'], ['restore'], ['copy', '--from', DATA_DIR, '--to']].map(
      (words): [string[], RegExp] => [[...words, ''], /^error: .* is invalid.* It names nothing\.\n$/],
    ),
    [['backup', long], /^\/tmp\/x+ is too long a name\.\n$/],
    [['export', long], /^\/tmp\/x+\S* is too long a name\.\n$/],
  ];
  for (const [words, line] of wrong) {
    const { code, stderr } = await operate({ DATA_DIR }, ...words);
    expect({ words, code, stderr: withoutProgress(stderr) }).toEqual({
      words,
      code: 1,
      stderr: expect.stringMatching(line),
    });
  }
});

it('an address that leads to no store is refused, and no folder is made that is called like it', async () => {
  const [DATA_DIR, stands] = [await closedShop(), temporaryFolder()];
  const byNpm = { npm_lifecycle_event: 'operator', INIT_CWD: stands };
  const mistyped: string[][] = [
    ['copy', '--from', DATA_DIR, '--to', 'esbd://admin:sec@ret@events.example:2113'],
    ['copy', '--from', 'ESDB://events.example:2113', '--to', 'copied'],
    ['copy', '--from', DATA_DIR, '--to', 'http://admin:sec/ret@events.example:2113'],
    ['import', 'all.jsonl', '--keys-of', 'http://events.example:2113'],
    ['backup', 's3://backups/nightly'],
    ['export', 'file:///backups/all.jsonl'],
  ];
  for (const words of mistyped) {
    const { code, stdout, stderr } = await operate({ DATA_DIR, ...byNpm }, ...words);
    expect({ words, code, stdout, stderr }).toEqual({
      words,
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^(?!.*sec[@/]?ret).* is invalid.* (A store is esdb:|It is an address, and no path\.).*\n$/,
      ),
    });
  }
  expect(readdirSync(stands)).toEqual([]);
});
