import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseKind } from '../runtime/sqlite/disposable-database.ts';

/**
 * The file of the history index. Events are in it by segments, each written once and as a whole, so that a few pages are
 * written for thousands of events, wherever those belong. Of each segment it has columns of numbers by which events are found
 * (`columns`, a row each), where its events stand (`places`, by pages), between which times they are (a zone map), and what it
 * is marked by (`marks`: see marks.ts; the blocks of all segments lie beside one another). Of names it has those of streams
 * only, which are ids and keyed hashes; all else is hashes. Times are in microseconds since 1970.
 *
 * `kept` are states of things with long histories, and of tallies, as of some of their events.
 */
export const historyFile: DatabaseKind = {
  applicationId: 0x496e7648, // 'InvH'
  schemaVersion: 2,
  schema: `
  CREATE TABLE progress (
    one INTEGER PRIMARY KEY CHECK (one = 1), epoch INTEGER NOT NULL, log TEXT NOT NULL, position INTEGER NOT NULL
  ) STRICT;
  INSERT INTO progress VALUES (1, abs(random() % 9007199254740991), '', 0);
  CREATE TABLE segments (
    number INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX segments_by_first ON segments (first);
  CREATE TABLE columns (key INTEGER PRIMARY KEY, numbers BLOB NOT NULL) STRICT;
  CREATE TABLE places (key INTEGER PRIMARY KEY, places TEXT NOT NULL) STRICT;
  CREATE TABLE marks (
    block INTEGER NOT NULL, segment INTEGER NOT NULL, bits BLOB NOT NULL, PRIMARY KEY (block, segment)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE kept (
    name TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL, PRIMARY KEY (name, version, at)
  ) STRICT, WITHOUT ROWID`,
  of: 'the history index',
  settings: ['cache_size = -2000', 'wal_autocheckpoint = 40000', 'journal_size_limit = 67108864'],
};

export type Statements = ReturnType<typeof prepareStatements>;

export function prepareStatements(database: DatabaseSync) {
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),

    progress: database.prepare(
      'SELECT epoch, log, position, (SELECT coalesce(max(number), 0) FROM segments) AS segments FROM progress',
    ),
    advance: database.prepare('UPDATE progress SET position = ?'),
    nameLog: database.prepare('UPDATE progress SET log = ?'),

    addSegment: database.prepare('INSERT INTO segments (number, first, last, since, until) VALUES (?, ?, ?, ?, ?)'),
    addColumn: database.prepare('INSERT INTO columns (key, numbers) VALUES (?, ?)'),
    addPlaces: database.prepare('INSERT INTO places (key, places) VALUES (?, ?)'),
    addMarks: database.prepare('INSERT INTO marks (block, segment, bits) VALUES (?, ?, ?)'),

    numberAt: database.prepare('SELECT number FROM segments WHERE first <= ? ORDER BY first DESC LIMIT 1'),
    lastOf: database.prepare('SELECT last FROM segments WHERE number = ?'),
    segmentsBetween: database.prepare(
      `SELECT number, first, last, since, until FROM segments WHERE number BETWEEN ? AND ? AND until >= ? AND since <= ?
       ORDER BY number`,
    ),
    marksBetween: database.prepare('SELECT segment, bits FROM marks WHERE block = ? AND segment BETWEEN ? AND ?'),
    column: database.prepare('SELECT numbers FROM columns WHERE key = ?'),
    places: database.prepare('SELECT places FROM places WHERE key = ?'),

    keep: database.prepare('INSERT OR REPLACE INTO kept (name, version, at, state) VALUES (?, ?, ?, ?)'),
    keptBefore: database.prepare(
      'SELECT at, state FROM kept WHERE name = ? AND version = ? AND at <= ? ORDER BY at DESC LIMIT 1',
    ),

    empty: ['segments', 'columns', 'places', 'marks', 'kept'].map((table) => database.prepare(`DELETE FROM ${table}`)),
    beginAnew: database.prepare('UPDATE progress SET epoch = epoch + 1, log = ?, position = 0'),
  };
}
