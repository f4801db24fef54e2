import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newEvents } from '../../event-store/contract/some-events.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { closedAfter } from '../../testing/logs/sealed-log.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { exportLog } from './export-log.ts';
import { wholeExport } from './import-log.ts';
import { putNew } from './put-new.ts';

const { signal } = new AbortController();

describe.each(['EPERM', 'ENOTSUP'])('a disk that knows no hard links, and says %s', (code) => {
  const put = (draft: string, file: string) =>
    putNew(draft, file, async () => {
      throw Object.assign(new Error(`${code}: link`), { code });
    });

  it('gets an export that is whole, and nothing beside it', async () => {
    const store = closedAfter(openSqliteEventStore({ file: join(temporaryFolder(), 'events.db') }));
    await store.append('one', 'none', newEvents(3));
    const folder = temporaryFolder();
    const file = join(folder, 'export.jsonl');
    expect(await exportLog(store, file, { signal, reached: () => {}, put })).toMatchObject({ events: 3 });
    expect(await readdir(folder)).toEqual(['export.jsonl']);
    expect(await wholeExport(file, signal)).toMatchObject({ trailer: { events: 3 } });
  });

  it('keeps what somebody else has put there meanwhile', async () => {
    const folder = temporaryFolder();
    const [draft, file] = [join(folder, 'draft'), join(folder, 'export.jsonl')];
    await writeFile(draft, 'ours');
    await writeFile(file, 'theirs');
    await expect(put(draft, file)).rejects.toMatchObject({ code: 'EEXIST', path: file });
    expect(await readFile(file, 'utf8')).toBe('theirs');
  });
});
