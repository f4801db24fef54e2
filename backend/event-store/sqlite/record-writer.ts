import { randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import { integer } from './rows.ts';

/** Writes the records beside the log, inside of a transaction that the caller has begun. */
export type RecordWriter = {
  put(key: string, value: string, expected: bigint | 'none' | 'any'): bigint;
  delete(key: string, expected: bigint | 'any'): void;
};

/** Where the versions of a record begin is drawn by lot from so many: one that was deleted and comes again is at none of before. */
const beginnings = 2 ** 47;

export function recordWriter(database: DatabaseSync): RecordWriter {
  const versionOf = database.prepare('SELECT version FROM records WHERE key = ?');
  const upsert = database.prepare(
    'INSERT INTO records VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version',
  );
  const remove = database.prepare('DELETE FROM records WHERE key = ?');
  function at(key: string): bigint | 'none' {
    const found = versionOf.get(key)?.version;
    return found === undefined ? 'none' : integer(found);
  }
  return {
    put(key, value, expected) {
      const version = at(key);
      if (expected !== 'any' && expected !== version) throw new WrongExpectedRevision(key, expected);
      const next = version === 'none' ? BigInt(randomInt(beginnings)) : version + 1n;
      upsert.run(key, value, next);
      return next;
    },
    delete(key, expected) {
      if (expected !== 'any' && ![expected, 'none'].includes(at(key))) throw new WrongExpectedRevision(key, expected);
      remove.run(key);
    },
  };
}
