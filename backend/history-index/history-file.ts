import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseKind } from '../runtime/disposable-database.ts';

/** How many events a row of `blocks` tells of: so many more than are wanted may have to be looked at where times are not in order. */
export const eventsABlock = 1_024;

/**
 * The file of the history index: whole numbers. A stream has an id, and so have types and actors, which are found by the hash of
 * their name; an event's own id and its correlation's are hashes of some 50 bits, and whoever reads the event makes sure. Of names it
 * has those of streams only, which are ids and keyed hashes. `at` is in microseconds since 1970.
 *
 * A stream and an actor are found with a type, exactly; without one, each of their types is read in order, which are a few. That
 * by stream holds actors, too (covering): those of others are passed over without a look at the rows. By id there is none: to add to
 * an index of random numbers is a page written for each event, and to look through all of them takes a tenth of a second in a
 * million, which only who has nothing but an id has to wait for.
 *
 * `blocks` is a zone map: between which times the events of a piece of the log are, since times are nearly in its order, and
 * not quite. `kept` are states of things with long histories, and of tallies, as of some of their events.
 */
export const historyFile: DatabaseKind = {
  applicationId: 0x496e7648, // 'InvH'
  schemaVersion: 1,
  schema: `
  CREATE TABLE progress (
    one INTEGER PRIMARY KEY CHECK (one = 1), epoch INTEGER NOT NULL, log TEXT NOT NULL, position INTEGER NOT NULL,
    last INTEGER NOT NULL, events INTEGER NOT NULL
  ) STRICT;
  INSERT INTO progress VALUES (1, abs(random() % 9007199254740991), '', 0, 0, 0);
  CREATE TABLE events (
    position INTEGER PRIMARY KEY, at INTEGER NOT NULL, stream INTEGER NOT NULL, revision INTEGER NOT NULL,
    type INTEGER NOT NULL, actor INTEGER NOT NULL, correlation INTEGER NOT NULL, id INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX by_stream ON events (stream, type, position, actor);
  CREATE INDEX by_actor ON events (actor, type);
  CREATE INDEX by_type ON events (type);
  CREATE INDEX by_correlation ON events (correlation);
  CREATE TABLE streams (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, name TEXT NOT NULL) STRICT;
  CREATE INDEX streams_by_hash ON streams (hash);
  CREATE TABLE words (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL UNIQUE) STRICT;
  CREATE TABLE blocks (
    number INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, since INTEGER NOT NULL,
    until INTEGER NOT NULL, events INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE kept (
    name TEXT NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL, PRIMARY KEY (name, version, at)
  ) STRICT, WITHOUT ROWID`,
  of: 'the history index',
  settings: ['cache_size = -8000', 'wal_autocheckpoint = 40000', 'journal_size_limit = 67108864'],
};

export type Statements = ReturnType<typeof prepareStatements>;

export function prepareStatements(database: DatabaseSync) {
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),

    progress: database.prepare('SELECT epoch, log, position, last, events FROM progress'),
    advance: database.prepare('UPDATE progress SET position = ?, last = ?, events = events + ?'),
    nameLog: database.prepare('UPDATE progress SET log = ?'),

    insert: database.prepare(
      'INSERT INTO events (position, at, stream, revision, type, actor, correlation, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    streamBy: database.prepare('SELECT id FROM streams WHERE hash = ? AND name = ?'),
    addStream: database.prepare('INSERT INTO streams (hash, name) VALUES (?, ?)'),
    nameOf: database.prepare('SELECT name FROM streams WHERE id = ?'),
    wordBy: database.prepare('SELECT id FROM words WHERE hash = ?'),
    addWord: database.prepare('INSERT INTO words (hash) VALUES (?)'),

    lastBlock: database.prepare('SELECT number, first, since, until, events FROM blocks ORDER BY number DESC LIMIT 1'),
    putBlock: database.prepare(`
      INSERT INTO blocks (number, first, last, since, until, events) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET last = excluded.last, since = excluded.since, until = excluded.until, events = excluded.events`),
    blocksBetween: database.prepare(
      'SELECT number, first, last FROM blocks WHERE until >= ? AND since <= ? ORDER BY number DESC',
    ),

    byId: database.prepare(
      'SELECT position, at, stream, revision FROM events WHERE position BETWEEN ? AND ? AND id = ? ORDER BY position DESC',
    ),
    timeBefore: database.prepare('SELECT at FROM events WHERE position <= ? ORDER BY position DESC LIMIT 1'),

    keep: database.prepare('INSERT OR REPLACE INTO kept (name, version, at, state) VALUES (?, ?, ?, ?)'),
    keptBefore: database.prepare(
      'SELECT at, state FROM kept WHERE name = ? AND version = ? AND at <= ? ORDER BY at DESC LIMIT 1',
    ),

    empty: ['events', 'streams', 'words', 'blocks', 'kept'].map((table) => database.prepare(`DELETE FROM ${table}`)),
    beginAnew: database.prepare('UPDATE progress SET epoch = epoch + 1, log = ?, position = 0, last = 0, events = 0'),
  };
}
