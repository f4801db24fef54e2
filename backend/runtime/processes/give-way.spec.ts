import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { FileWriter } from '../../read-models/behind/file-writer.ts';
import { packDocuments } from '../../read-models/behind/packed-documents.ts';
import { receiptPrinter } from '../../receipts/print-receipt.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { Checkpointer } from '../sqlite/checkpointer.ts';

/** In Linux alone. */
const tasks = '/proc/self/task';

/** The threads of this process that give way to this one, by their ids. */
function givingWay(): string[] {
  const own = getPriority(0);
  return readdirSync(tasks).filter((thread) => priorityOf(thread) > own);
}

/** Its nice value: what stands 19th, behind the name, which is in brackets and may have blanks. */
function priorityOf(thread: string): number {
  try {
    const status = readFileSync(join(tasks, thread, 'stat'), 'utf8');
    return Number(status.slice(status.lastIndexOf(')')).split(' ')[17]);
  } catch {
    return Number.NEGATIVE_INFINITY; // It has just ended.
  }
}

it('the thread that writes read models goes behind the one that answers', async () => {
  const before = givingWay();
  const mine = getPriority(0);
  const writer = new FileWriter(join(temporaryFolder(), 'read-models.db'));
  onTestFinished(() => writer.close());
  writer.send('p', packDocuments([{ id: 'a', document: 'text', entries: '[]' }]));
  await writer.write([{ name: 'p', from: undefined, upTo: 1n, documents: 1 }]);
  expect(givingWay().filter((thread) => !before.includes(thread))).not.toEqual([]);
  expect(getPriority(0)).toBe(mine);
});

it('the thread that makes checkpoints goes behind the one that answers', async () => {
  const file = join(temporaryFolder(), 'some.db');
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE things (text TEXT)');
  const before = givingWay();
  const mine = getPriority(0);
  const checkpointer = new Checkpointer(file);
  onTestFinished(() => checkpointer.close());
  checkpointer.wrote(1_000_000);
  await expect.poll(() => givingWay().filter((thread) => !before.includes(thread))).not.toEqual([]);
  expect(getPriority(0)).toBe(mine);
});

it('the thread that makes a receipt goes behind the one that answers', async () => {
  const before = givingWay();
  const mine = getPriority(0);
  const nothing = { item: '', pieces: '', each: '', amount: '' };
  const receipt = { number: '1', facts: [], line: nothing, sums: [], note: '' };
  const printed = receiptPrinter()(receipt, 'somebody', new AbortController().signal);
  const isBehind = () => givingWay().filter((thread) => !before.includes(thread));
  await expect.poll(isBehind, { interval: 1 }).not.toEqual([]);
  expect((await printed).length).toBeGreaterThan(0);
  expect(getPriority(0)).toBe(mine);
});
