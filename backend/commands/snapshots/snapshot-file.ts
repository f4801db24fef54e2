import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseKind } from '../../runtime/sqlite/disposable-database.ts';

/**
 * The file of snapshots. `commands` says of every command of a stream where in it its events begin, in buckets by its hash,
 * so that few bytes are read to find one, a segment after the other, each named by its first command's number; `filters` which
 * commands of a span are surely not there. Blobs end with a checksum.
 */
export const snapshotFile: DatabaseKind = {
  applicationId: 0x496e7653, // 'InvS'
  schemaVersion: 2,
  schema: `
  CREATE TABLE snapshots (
    stream TEXT PRIMARY KEY, revision INTEGER NOT NULL, event TEXT NOT NULL, position TEXT NOT NULL,
    state BLOB NOT NULL, commands INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE filters (
    stream TEXT NOT NULL, number INTEGER NOT NULL, bits BLOB NOT NULL, PRIMARY KEY (stream, number)
  ) STRICT;
  CREATE TABLE commands (
    stream TEXT NOT NULL, bucket INTEGER NOT NULL, segment INTEGER NOT NULL, entries BLOB NOT NULL,
    PRIMARY KEY (stream, bucket, segment)
  ) STRICT, WITHOUT ROWID`,
  of: 'snapshots',
  settings: ['cache_size = -2000', 'wal_autocheckpoint = 40000', 'journal_size_limit = 67108864'],
};

export function prepareStatements(database: DatabaseSync) {
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),

    snapshot: database.prepare('SELECT revision, event, position, state, commands FROM snapshots WHERE stream = ?'),
    revision: database.prepare('SELECT revision FROM snapshots WHERE stream = ?'),
    putSnapshot: database.prepare(`
      INSERT INTO snapshots (stream, revision, event, position, state, commands) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET revision = excluded.revision, event = excluded.event, position = excluded.position,
        state = excluded.state, commands = excluded.commands`),

    filters: database.prepare('SELECT number, bits FROM filters WHERE stream = ? ORDER BY number'),
    putFilter: database.prepare(`
      INSERT INTO filters (stream, number, bits) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET bits = excluded.bits`),

    bucket: database.prepare(
      'SELECT entries FROM commands WHERE stream = ? AND bucket = ? AND segment >= ? AND segment < ?',
    ),
    segment: database.prepare('SELECT entries FROM commands WHERE stream = ? AND bucket = ? AND segment = ?'),
    putSegment: database.prepare(`
      INSERT INTO commands (stream, bucket, segment, entries) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET entries = excluded.entries`),

    forget: ['snapshots', 'filters', 'commands'].map((table) =>
      database.prepare(`DELETE FROM ${table} WHERE stream = ?`),
    ),
  };
}

export type Statements = ReturnType<typeof prepareStatements>;
