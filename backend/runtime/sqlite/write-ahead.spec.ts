import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { keepWriteAheadLog } from './write-ahead.ts';

/** Another process's part: writes to the file until it is told that somebody has come, and for a moment more. */
const writer = `
  const { DatabaseSync } = require('node:sqlite');
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new DatabaseSync(workerData.file);
  database.exec('BEGIN IMMEDIATE');
  parentPort.postMessage('writes');
  const hasCome = new Int32Array(workerData.hasCome);
  Atomics.wait(hasCome, 0, 0);
  Atomics.wait(hasCome, 0, 1, 50);
  database.exec('COMMIT');
  database.close();
`;

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

function newFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'write-ahead-'));
  open.push({ close: () => rmSync(directory, { recursive: true }) });
  return join(directory, 'made.db');
}

function connection(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  open.push(database);
  return database;
}

describe('a write-ahead log', () => {
  it('is waited for while another makes the file', async () => {
    const file = newFile();
    const hasCome = new SharedArrayBuffer(4);
    const worker = new Worker(writer, { eval: true, workerData: { file, hasCome } });
    open.push({ close: () => worker.terminate() });
    await new Promise((resolve) => worker.once('message', resolve));
    const database = connection(file);
    expect(() => database.exec('PRAGMA journal_mode = WAL')).toThrow('database is locked');
    Atomics.store(new Int32Array(hasCome), 0, 1);
    Atomics.notify(new Int32Array(hasCome), 0);
    keepWriteAheadLog(database, 60_000);
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  });

  it('is not waited for longer than one says', () => {
    const file = newFile();
    connection(file).exec('BEGIN IMMEDIATE');
    const database = connection(file);
    expect(() => keepWriteAheadLog(database, 20)).toThrow('database is locked');
  });
});
