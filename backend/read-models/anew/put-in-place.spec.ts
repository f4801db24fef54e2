import { spawnSync } from 'node:child_process';
import fs, { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFile } from '../../runtime/sqlite/disposable-database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openWrittenBehind } from '../behind/written-behind.ts';
import { put, said } from '../contract/bench.ts';
import { openSqliteReadModels } from '../sqlite.ts';
import { readModelsFile } from '../sqlite-schema.ts';
import { removeLeftovers } from './leftovers.ts';
import { NewFile } from './new-file.ts';
import { putInPlace } from './put-in-place.ts';

const newPath = () => join(temporaryFolder(), 'read-models.db');

/** Another process that opens the file and writes to it, without waiting, and ends without closing it. */
const writer = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1], { timeout: 0 });
  try {
    database.exec("BEGIN IMMEDIATE; INSERT INTO projections (name, position) VALUES ('foreign', '1'); COMMIT");
    process.stdout.write('written');
  } catch (error) {
    process.stdout.write(error.message);
  }
  process.kill(process.pid, 'SIGKILL');`;
const writtenTo = (file: string) =>
  spawnSync(process.execPath, ['-e', writer, file], { timeout: 60_000, encoding: 'utf8' }).stdout.toString();

/** A whole file beside the one that is shown, still open. */
function madeBeside(file: string): { readonly made: NewFile; readonly path: string } {
  openFile(file, readModelsFile, () => {}).database.close();
  const path = `${file}.anew-1`;
  const made = new NewFile(path, 0);
  const ids = Array.from({ length: 500 }, (_, n) => `${n}`);
  made.put('p', '5', { ids, documents: ids.map((id) => JSON.stringify(id)), entries: ids.map(() => '[]') });
  made.finish();
  return { made, path };
}

/** Does something before and after each change of names in folders. */
function aroundEach(work: () => void): void {
  const [rename, remove] = [fs.renameSync, fs.rmSync];
  const around =
    <Arguments extends unknown[]>(change: (...of: Arguments) => void) =>
    (...of: Arguments) => {
      work();
      change(...of);
      work();
    };
  fs.renameSync = around(rename);
  fs.rmSync = around(remove);
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.renameSync = rename;
    fs.rmSync = remove;
    syncBuiltinESMExports();
  });
}

describe('a file of read models that is put in the place of another', () => {
  it('is met by no log of that one, whatever others write at that moment', async () => {
    const file = newPath();
    const { made, path } = madeBeside(file);
    const outcomes: string[] = [];
    aroundEach(() => outcomes.push(writtenTo(file)));
    expect(putInPlace(path, file, { mayGo: [], lastNumber: 0 })).toBe(true);
    expect(outcomes.length).toBeGreaterThan(3);
    expect(new Set(outcomes)).toEqual(new Set(['database is locked']));
    made.close();
    const store = openSqliteReadModels({ file });
    onTestFinished(() => store.close());
    expect(await store.projections()).toEqual(['p']);
  });

  it('is not put in the place of one that another process has put there while this one waited', () => {
    const file = newPath();
    const { made, path } = madeBeside(file);
    const other = join(dirname(file), 'other.db');
    openFile(other, readModelsFile, () => {}).database.close();
    const stat = fs.statSync;
    // It is looked whether the log is empty once nobody else can write the file.
    const statSync = (name: string, options: object) => {
      if (name.endsWith('-wal') && existsSync(other)) renameSync(other, file);
      return stat(name, options);
    };
    Object.assign(fs, { statSync });
    syncBuiltinESMExports();
    onTestFinished(() => {
      Object.assign(fs, { statSync: stat });
      syncBuiltinESMExports();
    });
    expect(putInPlace(path, file, { mayGo: [], lastNumber: 0 })).toBe(false);
    made.close();
    expect(existsSync(path)).toBe(true);
  });

  it('is not taken for the damaged one by who opens that at this moment', () => {
    const file = newPath();
    const old = openFile(file, { ...readModelsFile, schemaVersion: 1 }, () => {});
    old.database.close();
    const other = join(dirname(file), 'other.db');
    openFile(other, readModelsFile, () => {}).database.close();
    const discarded: string[] = [];
    const kind = {
      ...readModelsFile,
      get schemaVersion() {
        if (existsSync(other)) renameSync(other, file);
        return readModelsFile.schemaVersion;
      },
    };
    const opened = openFile(file, kind, (reason) => discarded.push(reason));
    onTestFinished(() => opened.database.close());
    expect(discarded).toEqual([]);
    expect(existsSync(`${file}.discarded`)).toBe(false);
  });

  it('is written by who has had the other one open without keeping anything in the memory', async () => {
    const file = newPath();
    const [store, plain] = [openWrittenBehind({ file }), openSqliteReadModels({ file })];
    onTestFinished(async () => void (await Promise.all([store.close(), plain.close()])));
    const anew = await store.anew?.([]);
    await anew?.commit('p', undefined, 5n, [put('a')]);
    expect(await anew?.install()).toBe(true);
    await plain.commit('other', undefined, 1n, [put('b')]);
    expect(await store.projections()).toEqual(['other', 'p']);
    expect(said([(await plain.get('p', 'a')).document])).toEqual(['a']);
  });
});

describe('what is left of a process that made read models anew', () => {
  it('is taken away by who wipes them without following the log', async () => {
    const file = newPath();
    writeFileSync(`${file}.anew-left`, 'somebody’s name');
    const store = openSqliteReadModels({ file });
    onTestFinished(() => store.close());
    await store.wipe();
    expect(readdirSync(dirname(file)).filter((name) => name.includes('.anew-'))).toEqual([]);
  });

  it('is taken away by two at the same time', () => {
    const file = newPath();
    writeFileSync(`${file}.anew-left`, 'somebody’s name');
    const remove = fs.rmSync;
    fs.rmSync = (path, options) => {
      remove(path, options); // The other was faster.
      remove(path, options);
    };
    syncBuiltinESMExports();
    onTestFinished(() => {
      fs.rmSync = remove;
      syncBuiltinESMExports();
    });
    removeLeftovers(file);
    expect(readdirSync(dirname(file))).toEqual([]);
  });
});
