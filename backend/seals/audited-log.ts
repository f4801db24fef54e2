import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore, SideRecords } from '../../modules/kernel/event-store.ts';
import { explained, unusable } from '../event-store/sqlite/unusable-log.ts';
import { sealStream } from './log-sealed.ts';
import { unsound } from './outside/sound-file.ts';

/** A log as whoever audits it needs it: nothing is written, and what is damaged is no reason not to look. */
export type AuditedLog = Pick<EventStore, 'file' | 'readAll' | 'head'> & {
  /** What stands in the stream of seals, as far as it can be read. */
  readonly seals: () => Promise<readonly StoredEvent[]>;
  readonly records: Pick<SideRecords, 'get'>;
  /** What is wrong with its file besides the events, a sentence each; of a log that is no file nothing is known. */
  readonly unsound: () => readonly string[];
};

/** A log by the port of all stores. */
export function auditedStore(store: EventStore): AuditedLog {
  return {
    readAll: (options) => store.readAll(options),
    head: () => store.head(),
    seals: () => store.readStream(sealStream),
    records: store.records,
    unsound: () => [],
  };
}

/** A log in SQLite that the store may well refuse to open. @throws UnusableLog for a file in which there is nothing to look at */
export function openAuditedFile(file: string): AuditedLog & { readonly close: () => void } {
  if (statSync(file).size === 0) throw unusable(file, 'it is empty, which a log never is.');
  const database = explained(file, () => new DatabaseSync(file, { readOnly: true, readBigInts: true, timeout: 5_000 }));
  const ask = (sql: string, ...values: string[]) => explained(file, () => database.prepare(sql).all(...values));
  return {
    file,
    async readAll() {
      throw new TypeError('A file is read by itself.');
    },
    async head() {
      return BigInt(String(ask('SELECT coalesce(max(position), 0) AS head FROM events')[0]?.head ?? 0));
    },
    async seals() {
      return ask('SELECT * FROM events WHERE stream = ? ORDER BY revision', sealStream).flatMap(readable);
    },
    records: {
      async get(key) {
        const [found] = ask('SELECT value, version FROM records WHERE key = ?', key);
        return found && { value: String(found.value), version: BigInt(String(found.version)) };
      },
    },
    unsound: () => unsound(database, file),
    close: () => database.close(),
  };
}

function readable({ data, meta, ...row }: Record<string, unknown>): StoredEvent[] {
  try {
    return [{ ...row, data: JSON.parse(String(data)), meta: JSON.parse(String(meta)) } as StoredEvent];
  } catch {
    return [];
  }
}
