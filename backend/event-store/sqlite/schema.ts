/** 'Invt' in ASCII: says in the file's header that it is an event log of this shop. */
export const applicationId = 0x496e7674n;

/** The version of the tables below, in the file's header. */
export const schemaVersion = 2n;

/**
 * AUTOINCREMENT, because a position must not be given out again after the last events were deleted.
 * `checksum` is over the whole row (see rows.ts): SQLite itself has none, and would hand out flipped bits as data.
 * `unguarded` is 1 for what was appended with expected `any`: only there does a retry have to be found by its ids, and an
 * index on the random ids of all events would cost a quarter of the speed of appending.
 * `records` holds what is kept beside the log (SideRecords), each in the place of the one before.
 * `deleted_streams` remembers the last revision of a deleted stream, so that its numbering goes on.
 */
export const schema: { readonly [name: string]: string } = {
  events: `CREATE TABLE events (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  stream TEXT NOT NULL,
  revision INTEGER NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  meta TEXT NOT NULL,
  unguarded INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT`,
  events_of_stream: 'CREATE UNIQUE INDEX events_of_stream ON events (stream, revision)',
  events_by_id: 'CREATE INDEX events_by_id ON events (id) WHERE unguarded = 1',
  records: `CREATE TABLE records (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID`,
  deleted_streams: `CREATE TABLE deleted_streams (
  stream TEXT PRIMARY KEY,
  revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID`,
};

/**
 * What a file has, but for what SQLite makes by itself: tables whose names begin with `sqlite_`, and indexes of which it keeps no
 * text. Whoever writes the file by force can call anything so, and SQLite carries it out.
 */
export const storedSchema = String.raw`SELECT name, sql FROM sqlite_schema
  WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' OR (type <> 'table' AND sql IS NOT NULL)`;

/** The last position that was given out, whether or not its event was deleted since. */
export const lastGivenOut = "SELECT seq FROM sqlite_sequence WHERE name = 'events'";
