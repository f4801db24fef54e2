import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { everyPage } from '../../../modules/kernel/documents/every-page.ts';
import type { ListQuery, ReadModels } from '../../../modules/kernel/read-models.ts';
import { asOften } from '../../testing/as-often.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openSqliteReadModels } from '../sqlite.ts';

const program = fileURLToPath(new URL('../contract/counting-process.ts', import.meta.url));

/** A process that folds one made-up event after another, and writes the file behind. */
function counting(file: string, last: number) {
  const child: ChildProcess = spawn(process.execPath, [program, file, 'p', String(last), 'behind'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('The process has no input and output.');
  stdout.resume();
  stdin.end('go');
  return { child, ended: once(child, 'exit') };
}

function openedPlain(file: string): ReadModels {
  const store = openSqliteReadModels({ file });
  onTestFinished(() => store.close());
  return store;
}

/** Documents, lists and checkpoint are of the same event. Resolves to which that is. */
async function expectWhole(store: ReadModels): Promise<number> {
  const at = Number((await store.checkpoint('p')) ?? 0n);
  expect((await store.get('p', 'total')).document ?? '0').toBe(String(at));
  expect(await store.count('p', 'all', '')).toBe(at);
  expect(await store.count('p', 'total', String(at))).toBe(at === 0 ? 0 : 1);
  const documents: string[] = [];
  const list = (query: ListQuery) => store.list('p', query);
  for await (const page of everyPage(list, { index: 'all', key: '', order: 'ascending' })) documents.push(...page);
  expect(documents.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: at }, (_, n) => n + 1));
  return at;
}

describe('processes that write one file behind', () => {
  it('leave it whole when they are killed at any moment, and not far behind', async () => {
    const file = join(temporaryFolder(), 'killed.db');
    let before = 0;
    for (let round = 1; round <= asOften(2, 8); round += 1) {
      const { child, ended } = counting(file, 10_000_000);
      const store = openedPlain(file);
      const position = async () => Number((await store.checkpoint('p')) ?? 0n);
      await expect.poll(position, { timeout: 30_000 }).toBeGreaterThan(before);
      // At some moment of the next writing, or between it and the one after.
      await new Promise((resolve) => setTimeout(resolve, 300 * (1 + (round % 4))));
      child.kill('SIGKILL');
      await ended;
      before = await expectWhole(store);
    }
  });

  it('leave it whole when two of them fold the same log at the same time', async () => {
    const file = join(temporaryFolder(), 'counted.db');
    const together = [counting(file, 6_000), counting(file, 6_000)];
    const codes = await Promise.all(together.map(async ({ ended }) => (await ended)[0]));
    expect(codes).toEqual([0, 0]);
    expect(await expectWhole(openedPlain(file))).toBe(6_000);
  });
});
