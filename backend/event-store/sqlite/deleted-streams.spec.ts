import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import { start } from '../../../modules/kernel/event-store.ts';
import { newLogFile, openLog } from '../../testing/logs/log-directory.ts';
import { newEvent, newEvents } from '../contract/some-events.ts';
import { connect } from './log-file.ts';

describe('what was deleted', () => {
  it('is in no file any more', async () => {
    const file = newLogFile();
    const store = openLog(file);
    const secret = 'the key of somebody';
    await store.append('others', 'none', newEvents(50));
    await store.append('secret', 'none', [newEvent({ secret }), newEvent({ secret: secret.repeat(1_000) })]);
    await store.append('others', 49n, newEvents(50));
    const found = () => [file, `${file}-wal`].some((name) => readFileSync(name).includes(secret));
    expect(found()).toBe(true);
    await store.deleteStream('secret');
    expect(found()).toBe(false);
  });

  it('is not in the whole log any more', async () => {
    const store = openLog(newLogFile());
    await store.append('gone', 'none', newEvents(3));
    await store.append('kept', 'none', newEvents(2));
    await store.deleteStream('gone');
    const { events } = await store.readAll({ after: start, limit: 10 });
    expect(events.map(({ stream }) => stream)).toEqual(['kept', 'kept']);
  });

  it('leaves a position that is not given out again, though it was the last', async () => {
    const file = newLogFile();
    const store = openLog(file);
    const { position } = await store.append('gone', 'none', newEvents(3));
    await store.deleteStream('gone');
    await store.close();
    const again = openLog(file);
    expect(await again.append('gone', 'none', [newEvent()])).toMatchObject({ revision: 3n, position: position + 1n });
  });

  it('is passed by a reader who waits for its position', async () => {
    const store = openLog(newLogFile());
    const { position } = await store.append('gone', 'none', newEvents(3));
    await store.deleteStream('gone');
    expect(await store.readAll({ after: start, limit: 10 })).toEqual({ events: [], position, caughtUp: true });
  });

  it('is not expected any more by a writer who knew it', async () => {
    const store = openLog(newLogFile());
    const { revision } = await store.append('gone', 'none', newEvents(3));
    await store.deleteStream('gone');
    await expect(store.append('gone', revision, [newEvent()])).rejects.toThrow(WrongExpectedRevision);
  });
});

describe('the file', () => {
  it('keeps positions and revisions exact beyond what a number can', async () => {
    const file = newLogFile();
    await openLog(file).close();
    const database = new DatabaseSync(file);
    const high = 2n ** 53n + 1n;
    database.exec(`INSERT INTO sqlite_sequence VALUES ('events', ${high - 1n})`);
    database.exec(`INSERT INTO deleted_streams VALUES ('far', ${high - 1n})`);
    database.close();
    const store = openLog(file);
    const appended = { revision: high, position: high };
    expect(await store.append('far', 'none', [newEvent()])).toMatchObject(appended);
    expect(await store.readStream('far', { from: high })).toMatchObject([appended]);
    expect(await store.readAll({ after: high - 1n, limit: 1 })).toMatchObject({ events: [appended], position: high });
    expect(await store.append('far', high, [newEvent()])).toMatchObject({ revision: high + 1n, position: high + 1n });
  });

  it('is written so that an answer is on disk, and a deletion leaves no trace', async () => {
    const file = newLogFile();
    await openLog(file).close();
    const database = connect(file);
    const setting = (name: string) => database.prepare(`PRAGMA ${name}`).get()?.[name];
    expect(setting('journal_mode')).toBe('wal');
    expect(setting('synchronous')).toBe(2n);
    expect(setting('secure_delete')).toBe(1n);
    database.close();
  });
});
