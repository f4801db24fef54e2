import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DiskTrace, traceDisk } from './disk-trace.ts';

let disk: DiskTrace;
beforeEach(() => {
  disk = traceDisk();
});
afterEach(() => disk.remove());

/** Runs a script in the folder, as a process of its own whose every write is recorded. */
function run(script: string): void {
  const begin = `const fs = require('node:fs'); const { DatabaseSync } = require('node:sqlite'); `;
  const { status, signal, stderr } = spawnSync(process.execPath, ['--eval', begin + script], {
    cwd: disk.folder,
    env: { PATH: process.env.PATH, ...disk.environment },
    timeout: 60_000,
    encoding: 'utf8',
  });
  expect({ failed: status !== 0 && signal !== 'SIGKILL', stderr }).toEqual({ failed: false, stderr: '' });
}

const syncFolder = `{ const folder = fs.openSync('.'); fs.fsyncSync(folder); fs.closeSync(folder); }`;

/** The text of a file after a cut at the end; undefined when it is gone. */
function textOf(file: string, but: { hasArrived?: () => boolean; ignoresSyncs?: boolean } = {}): string | undefined {
  const path = join(disk.afterCut({ at: disk.reached(), ...but }), file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

describe('after a power cut', () => {
  it('a file has what it had when it was last synced', () => {
    run(`const file = fs.openSync('a', 'w'); fs.writeSync(file, 'kept'); fs.fsyncSync(file); ${syncFolder}
      fs.writeSync(file, ' and lost'); fs.writeSync(file, 'K', 0); fs.ftruncateSync(file, 1);`);
    expect(textOf('a')).toBe('kept');
    expect(textOf('a', { hasArrived: () => true })).toBe('K');
  });

  it('a file is gone whose name was not synced, and one is back that was removed', () => {
    run(`fs.writeFileSync('a', 'a', { flush: true }); ${syncFolder}
      fs.rmSync('a'); fs.writeFileSync('b', 'b', { flush: true });`);
    expect([textOf('a'), textOf('b')]).toEqual(['a', undefined]);
  });

  it('a file has the name that was synced last', () => {
    run(`fs.writeFileSync('a', 'a', { flush: true }); fs.linkSync('a', 'b'); fs.renameSync('a', 'c'); ${syncFolder}
      fs.renameSync('b', 'd');`);
    expect(['a', 'b', 'c', 'd'].map((file) => textOf(file))).toEqual([undefined, 'a', 'a', undefined]);
  });

  it('a file is gone with a folder whose name was not synced', () => {
    run(`fs.mkdirSync('f'); fs.writeFileSync('f/a', 'a', { flush: true });
      const folder = fs.openSync('f'); fs.fsyncSync(folder);`);
    expect(textOf('f/a')).toBeUndefined();
    expect(textOf('f/a', { hasArrived: () => true })).toBe('a');
  });

  it('a write may have arrived in part', () => {
    run(`const file = fs.openSync('a', 'w'); fs.fsyncSync(file); ${syncFolder} fs.writeSync(file, 'x'.repeat(1_024));`);
    let asked = 0;
    expect(textOf('a', { hasArrived: () => asked++ === 1 })).toBe('\0'.repeat(512) + 'x'.repeat(512));
  });

  it.each([
    ['FULL', [1, 2]],
    ['OFF', []],
  ])('a database with synchronous = %s holds %j of what was committed', (synchronous, rows) => {
    run(`const database = new DatabaseSync('a.db');
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; CREATE TABLE t (n INTEGER)');
      for (const n of [1, 2]) database.exec(\`INSERT INTO t VALUES (\${n})\`);
      process.kill(process.pid, 'SIGKILL');`);
    const database = new DatabaseSync(join(disk.afterCut({ at: disk.reached() }), 'a.db'));
    const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 't'").get();
    expect(isThere ? database.prepare('SELECT n FROM t').all() : []).toEqual(rows.map((n) => ({ n })));
    database.close();
  });
});
