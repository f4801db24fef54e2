import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { bytesIn } from '../testing/logs/kept-bytes.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openSqliteReadModels } from './sqlite.ts';

const people = 600;
const documents = 6_000;
const wordOf = (person: number) => `Name${person}Of`;

describe('read models in SQLite that were wiped', () => {
  it('hold no byte of what was replaced or deleted, however the pages were split and joined meanwhile', async () => {
    const folder = temporaryFolder();
    const readModels = openSqliteReadModels({ file: join(folder, 'read-models.db') });
    let position = 0n;
    const commit = async (changes: { id: string; document: string | undefined; key: string }[]) => {
      const next = position + 1n;
      const written = changes.map(({ id, document, key }) => ({
        id,
        document,
        entries: document === undefined ? [] : [{ index: 'name', key, sort: id }],
      }));
      await readModels.commit('orders', position === 0n ? undefined : position, next, written);
      position = next;
    };
    // In an order that has nothing to do with the ids', so that pages are split all over.
    const idOf = (n: number) => String((n * 7_919) % documents).padStart(5, '0');
    for (let from = 0; from < documents; from += 100) {
      await commit(
        Array.from({ length: 100 }, (_, at) => {
          const word = wordOf((from + at) % people);
          const document = JSON.stringify({ name: word, address: `${word} Street`.repeat(1 + ((from + at) % 40)) });
          return { id: idOf(from + at), document, key: word };
        }),
      );
    }
    const before = bytesIn(folder).toString('latin1');
    expect(before.includes(wordOf(1))).toBe(true);
    // Each third person is forgotten: of their orders some stay without the name, others go.
    const forgotten = Array.from({ length: people }, (_, person) => person).filter((person) => person % 3 === 0);
    for (const person of forgotten) {
      const theirs = Array.from({ length: documents / people }, (_, n) => idOf(person + n * people));
      await commit(
        theirs.map((id, n) => ({ id, document: n % 2 === 0 ? '{"name":"erased"}' : undefined, key: 'erased' })),
      );
    }
    await readModels.wipe();
    const after = bytesIn(folder).toString('latin1');
    expect(forgotten.filter((person) => after.includes(wordOf(person)))).toEqual([]);
    expect(after.includes(wordOf(1))).toBe(true);
    await readModels.close();
  });

  it('hold no byte of a projection that was dropped, nor of what it was listed by', async () => {
    const folder = temporaryFolder();
    const readModels = openSqliteReadModels({ file: join(folder, 'read-models.db') });
    const entries = [{ index: 'email', key: 'mina@example.com', sort: 'Mina' }];
    await readModels.commit('users v1', undefined, 1n, [{ id: 'u1', document: '{"name":"Mina"}', entries }]);
    const holds = (word: string) => bytesIn(folder).includes(word);
    expect(['mina@example.com', '"Mina"'].map(holds)).toEqual([true, true]);
    await readModels.drop('users v1');
    await readModels.wipe();
    expect(['mina@example.com', '"Mina"'].map(holds)).toEqual([false, false]);
    await readModels.close();
  });

  it('leave their file alone once they are closed, in the midst of it too', async () => {
    const file = join(temporaryFolder(), 'read-models.db');
    const readModels = openSqliteReadModels({ file });
    await readModels.commit('orders', undefined, 1n, [{ id: 'a', document: '{}', entries: [] }]);
    const wiping = expect(readModels.wipe()).rejects.toThrow(Unavailable);
    await setImmediate(); // Its thread is started.
    await readModels.close();
    rmSync(file);
    await wiping;
    expect(existsSync(file)).toBe(false);
  });
});
