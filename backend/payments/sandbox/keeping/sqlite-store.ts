import { DatabaseSync } from 'node:sqlite';
import { makeForOwner } from '../../../runtime/files/owner-of-data.ts';
import { keepWriteAheadLog } from '../../../runtime/sqlite/write-ahead.ts';
import type { Charge } from '../objects/charge.ts';
import type { Dispute } from '../objects/dispute.ts';
import type { Intent } from '../objects/intent.ts';
import type { Later } from '../objects/later.ts';
import type { Refund } from '../objects/refund.ts';
import { listIndexes, sqliteLists } from './sqlite-lists.ts';
import type { Kept, Message, Page, RecordedAnswer, SandboxStore } from './store.ts';

/** How long to wait for another process, in milliseconds; from the first statement on: they may start at once. */
const busyTimeout = 5_000;

const schema = `
  CREATE TABLE IF NOT EXISTS intents (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS refunds (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS answers (id TEXT PRIMARY KEY, body TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, body TEXT NOT NULL, due_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS charges (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS disputes (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS later (id TEXT PRIMARY KEY, body TEXT NOT NULL, due_at INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS later_due_at ON later (due_at);
  CREATE INDEX IF NOT EXISTS answers_at ON answers (at);
  CREATE INDEX IF NOT EXISTS messages_due_at ON messages (due_at);
`;

/** The charges of a file of an earlier release, which kept only those that brought money, and those with their intents. */
const formerCharges = `
  INSERT OR IGNORE INTO charges (id, body)
  SELECT json_extract(body, '$.charge.id'), json_object(
    'id', json_extract(body, '$.charge.id'), 'created', json_extract(body, '$.charge.created'),
    'intentId', id, 'card', json_extract(body, '$.card'),
    'status', iif(json_extract(body, '$.status') = 'succeeded', 'succeeded', 'pending'))
  FROM intents WHERE json_extract(body, '$.charge.id') IS NOT NULL
`;

/** Not replaced, which would make it the newest in a list. */
const upsert = (table: keyof Kept) =>
  `INSERT INTO ${table} (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body`;

/**
 * A store in a SQLite file that several processes may share. `synchronous = FULL`: once a payment was said to have
 * succeeded, not even a power cut makes the sandbox forget it. `OFF` is for whoever measures something else.
 */
export function sqliteStore(file: string, synchronous: 'FULL' | 'OFF' = 'FULL'): SandboxStore {
  makeForOwner(file);
  const database = new DatabaseSync(file, { timeout: busyTimeout });
  keepWriteAheadLog(database, busyTimeout);
  const isNew = !database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'charges'`).get();
  database.exec(schema);
  if (isNew) database.exec(formerCharges);
  database.exec(listIndexes);
  const rows = sqliteLists(database);
  database.exec(`PRAGMA synchronous = ${synchronous}`);
  const sql = {
    intent: database.prepare('SELECT body FROM intents WHERE id = ?'),
    saveIntent: database.prepare(upsert('intents')),
    charge: database.prepare('SELECT body FROM charges WHERE id = ?'),
    saveCharge: database.prepare(upsert('charges')),
    refund: database.prepare('SELECT body FROM refunds WHERE id = ?'),
    saveRefund: database.prepare(upsert('refunds')),
    dispute: database.prepare('SELECT body FROM disputes WHERE id = ?'),
    saveDispute: database.prepare(upsert('disputes')),
    saveLater: database.prepare('INSERT OR REPLACE INTO later (id, body, due_at) VALUES (?, ?, ?)'),
    dropLater: database.prepare('DELETE FROM later WHERE id = ?'),
    nextLater: database.prepare('SELECT body FROM later ORDER BY due_at LIMIT 1'),
    answer: database.prepare('SELECT body FROM answers WHERE id = ?'),
    saveAnswer: database.prepare('INSERT OR REPLACE INTO answers (id, body, at) VALUES (?, ?, ?)'),
    forgetAnswers: database.prepare('DELETE FROM answers WHERE at < ?'),
    saveMessage: database.prepare('INSERT OR REPLACE INTO messages (id, body, due_at) VALUES (?, ?, ?)'),
    dropMessage: database.prepare('DELETE FROM messages WHERE id = ?'),
    waitingMessages: database.prepare('SELECT body FROM messages ORDER BY due_at LIMIT ?'),
  };

  return {
    atomically(work) {
      // IMMEDIATE takes the write lock before the first read, so what was read is still true when it is written.
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    intent: (id) => parsed<Intent>(sql.intent.get(id)),
    saveIntent: (intent) => void sql.saveIntent.run(intent.id, JSON.stringify(intent)),
    charge: (id) => parsed<Charge>(sql.charge.get(id)),
    saveCharge: (charge) => void sql.saveCharge.run(charge.id, JSON.stringify(charge)),
    refund: (id) => parsed<Refund>(sql.refund.get(id)),
    saveRefund: (refund) => void sql.saveRefund.run(refund.id, JSON.stringify(refund)),
    dispute: (id) => parsed<Dispute>(sql.dispute.get(id)),
    saveDispute: (dispute) => void sql.saveDispute.run(dispute.id, JSON.stringify(dispute)),
    list: <Kind extends keyof Kept>(kind: Kind, page: Page) =>
      rows(kind, page).flatMap((row) => parsed<Kept[Kind]>(row) ?? []),
    saveLater: (later) => void sql.saveLater.run(later.id, JSON.stringify(later), later.dueAt),
    dropLater: (id) => void sql.dropLater.run(id),
    nextLater: () => parsed<Later>(sql.nextLater.get()),
    answer: (key) => parsed<RecordedAnswer>(sql.answer.get(key)),
    saveAnswer: (answer) => void sql.saveAnswer.run(answer.key, JSON.stringify(answer), answer.at),
    forgetAnswersBefore: (time) => void sql.forgetAnswers.run(time),
    saveMessage: (message) => void sql.saveMessage.run(message.id, JSON.stringify(message), message.dueAt),
    dropMessage: (id) => void sql.dropMessage.run(id),
    waitingMessages: (limit) => sql.waitingMessages.all(limit).flatMap((row) => parsed<Message>(row) ?? []),
    close: () => database.close(),
  };
}

/** The file holds only what this store wrote. */
function parsed<Kept>(row: { [column: string]: unknown } | undefined): Kept | undefined {
  return row && JSON.parse(String(row.body));
}
