import type { DatabaseSync } from 'node:sqlite';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import { integer } from './rows.ts';

/** Writes the records beside the log, inside of a transaction that the caller has begun. */
export type RecordWriter = {
  put(key: string, value: string, expected: bigint | 'none' | 'any'): bigint;
  delete(key: string): void;
};

export function recordWriter(database: DatabaseSync): RecordWriter {
  const versionOf = database.prepare('SELECT version FROM records WHERE key = ?');
  const upsert = database.prepare(
    'INSERT INTO records VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version',
  );
  const remove = database.prepare('DELETE FROM records WHERE key = ?');
  return {
    put(key, value, expected) {
      const found = versionOf.get(key)?.version;
      const version = found === undefined ? -1n : integer(found);
      const believed = expected === 'none' ? -1n : expected;
      if (believed !== 'any' && believed !== version) throw new WrongExpectedRevision(key, expected);
      upsert.run(key, value, version + 1n);
      return version + 1n;
    },
    delete(key) {
      remove.run(key);
    },
  };
}
