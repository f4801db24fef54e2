import type { DatabaseSync } from 'node:sqlite';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { Appended } from '../../../modules/kernel/event-store.ts';
import type { AppendOfTexts } from './jobs.ts';
import { checksumOf, type EventTexts, integer } from './rows.ts';

/** Writes to streams inside of a transaction that the caller has begun. */
export type StreamWriter = {
  /** @param seen where streams stand that the same job has written to before, of which one may come many times */
  append(what: AppendOfTexts, seen: Map<string, bigint>): Appended;
  delete(stream: string): void;
};

export function streamWriter(database: DatabaseSync): StreamWriter {
  const lastOf = database.prepare(`SELECT
    coalesce((SELECT max(revision) FROM events WHERE stream = ?1), -1) AS last,
    coalesce((SELECT revision FROM deleted_streams WHERE stream = ?1), -1) AS deleted`);
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, data, meta, unguarded, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const from = database.prepare(
    'SELECT id, revision, position FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
  );
  const withId = database.prepare(
    'SELECT min(revision) AS revision FROM events WHERE id = ? AND unguarded = 1 AND stream = ?',
  );
  const remember = database.prepare(
    `INSERT INTO deleted_streams SELECT stream, max(revision) FROM events WHERE stream = ? GROUP BY stream
     ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision`,
  );
  const remove = database.prepare('DELETE FROM events WHERE stream = ?');

  /** The first success, when exactly these events stand in the stream from a revision on. */
  function earlier(stream: string, first: bigint, events: readonly EventTexts[]): Appended | undefined {
    const stored = from.all(stream, first, events.length);
    const last = stored.at(-1);
    if (!last || !events.every(({ id }, index) => stored[index]?.id === id)) return undefined;
    const positions = stored.map(({ position }) => integer(position));
    return { revision: integer(last.revision), position: integer(last.position), positions };
  }

  return {
    append({ stream, expected, events }, seen) {
      const known = seen.get(stream);
      const found = known === undefined ? lastOf.get(stream) : undefined;
      const last = known ?? integer(found?.last);
      const deleted = known === undefined ? integer(found?.deleted) : -1n;
      const firstId = events[0]?.id;
      if (firstId === undefined) throw new RangeError('An append needs at least one event.');

      if (expected === 'any') {
        const sameId = withId.get(firstId, stream)?.revision;
        if (typeof sameId === 'bigint') {
          const done = earlier(stream, sameId, events);
          if (done) return done;
          throw new WrongExpectedRevision(stream, expected);
        }
      } else {
        const believed = expected === 'none' ? -1n : expected;
        if (believed !== last) {
          const done = earlier(stream, believed + 1n, events);
          if (done) return done;
          throw new WrongExpectedRevision(stream, expected);
        }
      }

      let revision = last === -1n ? deleted : last;
      const unguarded = expected === 'any' ? 1 : 0;
      const positions: bigint[] = [];
      for (const event of events) {
        revision += 1n;
        const { id, type, data, meta } = event;
        const checksum = checksumOf(stream, revision, event);
        const { lastInsertRowid } = insert.run(stream, revision, id, type, data, meta, unguarded, checksum);
        positions.push(integer(lastInsertRowid));
      }
      seen.set(stream, revision);
      return { revision, position: positions.at(-1) ?? 0n, positions };
    },
    delete(stream) {
      remember.run(stream);
      remove.run(stream);
    },
  };
}
