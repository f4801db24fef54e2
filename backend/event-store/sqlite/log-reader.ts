import type { DatabaseSync } from 'node:sqlite';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore, LogBatch, SideRecord } from '../../../modules/kernel/event-store.ts';
import { columns, eventOf, integer } from './rows.ts';
import { lastGivenOut } from './schema.ts';
import { explained, unusable } from './unusable-log.ts';

/** The reading side of the log. Every method throws UnusableLog when it meets something damaged. */
export type LogReader = {
  readStream(...parameters: Parameters<EventStore['readStream']>): StoredEvent[];
  readAll(options: { after: bigint; limit: number }): LogBatch;
  head(): bigint;
  record(key: string): SideRecord | undefined;
  /** @param page.after the last key of the page before */
  recordKeys(prefix: string, page: { after: string | undefined; limit: number }): string[];
  /** The last position that was given out, whether or not its event was deleted since. */
  reached(): bigint;
};

/** The largest integer of SQLite. */
const endOfStream = 2n ** 63n - 1n;

export function logReader(database: DatabaseSync, file: string): LogReader {
  const ofStream = database.prepare(
    `SELECT ${columns} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`,
  );
  const ofAll = database.prepare(`SELECT ${columns} FROM events WHERE position > ? ORDER BY position LIMIT ?`);
  const last = database.prepare('SELECT max(position) AS position FROM events');
  const sequence = database.prepare(lastGivenOut);
  const reached = () => explained(file, () => integer(sequence.get()?.seq ?? 0n));

  const recordAt = database.prepare('SELECT value, version FROM records WHERE key = ?');
  // A range of the index: no text that begins with the prefix is behind it and the last character that there is. It begins at the
  // key that was read last, which may be gone by now.
  const keysFrom = database.prepare(
    'SELECT key FROM records WHERE key >= ?2 AND key < ?1 || char(0x10ffff) AND key IS NOT ?3 ORDER BY key LIMIT ?4',
  );

  return {
    reached,
    record: (key) =>
      explained(file, () => {
        const found = recordAt.get(key);
        return found && { value: String(found.value), version: integer(found.version) };
      }),
    recordKeys: (prefix, { after, limit }) =>
      explained(file, () => keysFrom.all(prefix, after ?? prefix, after ?? null, limit).map(({ key }) => String(key))),
    head: () => explained(file, () => integer(last.get()?.position ?? 0n)),
    readStream(stream, { from = 0n, limit } = {}) {
      return explained(file, () => {
        const rows = ofStream.all(stream, from, limit ?? endOfStream);
        const events = rows.map((row) => eventOf(row, file));
        const first = events[0]?.revision ?? 0n;
        for (const [index, { revision }] of events.entries()) {
          if (revision !== first + BigInt(index)) {
            throw unusable(file, `stream ${stream} has no revision ${first + BigInt(index)}.`);
          }
        }
        return events;
      });
    },
    readAll({ after, limit }) {
      return explained(file, () => {
        // Asked before the events: everything up to here is then among them, or was deleted.
        const seen = reached();
        const rows = ofAll.all(after, limit + 1);
        const caughtUp = rows.length <= limit;
        const events = (caughtUp ? rows : rows.slice(0, limit)).map((row) => eventOf(row, file));
        const position = events.at(-1)?.position ?? after;
        return { events, position: caughtUp && seen > position ? seen : position, caughtUp };
      });
    },
  };
}
