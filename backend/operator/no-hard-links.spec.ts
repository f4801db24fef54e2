import type * as FileSystem from 'node:fs/promises';
import { link, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newEvents } from '../event-store/contract/some-events.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { closedAfter } from '../testing/sealed-log.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { exportLog } from './export-log.ts';
import { wholeExport } from './import-log.ts';
import { putNew } from './put-new.ts';

vi.mock('node:fs/promises', async (original) => ({ ...(await original<typeof FileSystem>()), link: vi.fn() }));

const { signal } = new AbortController();

describe.each(['EPERM', 'ENOTSUP'])('a disk that knows no hard links, and says %s', (code) => {
  beforeEach(() => {
    vi.mocked(link).mockImplementation(async () => {
      throw Object.assign(new Error(`${code}: link`), { code });
    });
  });

  it('gets an export that is whole, and nothing beside it', async () => {
    const store = closedAfter(openSqliteEventStore({ file: join(temporaryFolder(), 'events.db') }));
    await store.append('one', 'none', newEvents(3));
    const folder = temporaryFolder();
    const file = join(folder, 'export.jsonl');
    expect(await exportLog(store, file, { signal, reached: () => {} })).toMatchObject({ events: 3 });
    expect(await readdir(folder)).toEqual(['export.jsonl']);
    expect(await wholeExport(file, signal)).toMatchObject({ trailer: { events: 3 } });
  });

  it('keeps what somebody else has put there meanwhile', async () => {
    const folder = temporaryFolder();
    const [draft, file] = [join(folder, 'draft'), join(folder, 'export.jsonl')];
    await writeFile(draft, 'ours');
    await writeFile(file, 'theirs');
    await expect(putNew(draft, file)).rejects.toMatchObject({ code: 'EEXIST', path: file });
    expect(await readFile(file, 'utf8')).toBe('theirs');
  });
});
