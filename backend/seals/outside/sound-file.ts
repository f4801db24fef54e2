import type { DatabaseSync } from 'node:sqlite';
import { schema, storedSchema } from '../../event-store/sqlite/schema.ts';
import { meaningOf, UnusableLog } from '../../event-store/sqlite/unusable-log.ts';

/** How many of the findings are told. */
const told = 3;

/**
 * What is wrong with the file of a log besides its events, a sentence each: no seal speaks of it, and a shop would refuse the
 * file, or read its streams otherwise than the log in order says.
 * @param database integers are read as bigint
 */
export function unsound(database: DatabaseSync, file: string): string[] {
  try {
    return [
      ...othersTables(database),
      ...brokenIndexes(database),
      ...againstDeletions(database),
      ...positions(database),
    ];
  } catch (error) {
    const meaning = meaningOf(error, file);
    if (meaning instanceof UnusableLog) return [meaning.message];
    throw meaning;
  }
}

function othersTables(database: DatabaseSync): string[] {
  const stored = database.prepare(storedSchema).all();
  const others = stored.filter(({ name, sql }) => schema[String(name)] !== sql).slice(0, told);
  const names = new Set(stored.map(({ name }) => name));
  return [
    ...others.map(({ name }) => `The file has what no log has, or has otherwise: ${name}.`),
    ...Object.keys(schema)
      .filter((name) => !names.has(name))
      .map((name) => `The file lacks what a log has: ${name}.`),
  ];
}

/** Also what SQLite finds without any index: pages that are not as it writes them. */
function brokenIndexes(database: DatabaseSync): string[] {
  const said = database
    .prepare("PRAGMA integrity_check('events')")
    .all()
    .map((row) => String(row.integrity_check));
  return said
    .filter((each) => each !== 'ok')
    .slice(0, told)
    .map((each) => `The file is not sound: ${each}.`);
}

function againstDeletions(database: DatabaseSync): string[] {
  const there = database.prepare(
    `SELECT stream FROM deleted_streams AS deleted WHERE EXISTS
     (SELECT 1 FROM events WHERE events.stream = deleted.stream AND events.revision <= deleted.revision) LIMIT ${told}`,
  );
  return there.all().map(({ stream }) => `The file says that ${stream} was deleted, and has its events.`);
}

function positions(database: DatabaseSync): string[] {
  const last = database.prepare(
    `SELECT coalesce((SELECT max(position) FROM events), 0) >
     coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0) AS forgotten`,
  );
  return last.get()?.forgotten === 1n ? ['The file has forgotten which positions it has given out.'] : [];
}
