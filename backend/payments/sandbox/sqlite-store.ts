import { DatabaseSync } from 'node:sqlite';
import type { Dispute } from './dispute.ts';
import type { Intent } from './intent.ts';
import type { Later } from './later.ts';
import type { Refund } from './refund.ts';
import type { Message, RecordedAnswer, SandboxStore } from './store.ts';

/** How long to wait for another process, in milliseconds; from the first statement on: they may start at once. */
const busyTimeout = 5_000;

const schema = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS intents (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS refunds (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS answers (id TEXT PRIMARY KEY, body TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, body TEXT NOT NULL, due_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS disputes (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS later (id TEXT PRIMARY KEY, body TEXT NOT NULL, due_at INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS refunds_of_intent ON refunds (json_extract(body, '$.intentId'));
  CREATE INDEX IF NOT EXISTS later_due_at ON later (due_at);
  CREATE INDEX IF NOT EXISTS answers_at ON answers (at);
  CREATE INDEX IF NOT EXISTS messages_due_at ON messages (due_at);
`;

/**
 * A store in a SQLite file that several processes may share. `synchronous = FULL`: once a payment was said to have
 * succeeded, not even a power cut makes the sandbox forget it. `OFF` is for who measures something else.
 */
export function sqliteStore(file: string, synchronous: 'FULL' | 'OFF' = 'FULL'): SandboxStore {
  const database = new DatabaseSync(file, { timeout: busyTimeout });
  database.exec(schema);
  database.exec(`PRAGMA synchronous = ${synchronous}`);
  const sql = {
    intent: database.prepare('SELECT body FROM intents WHERE id = ?'),
    saveIntent: database.prepare('INSERT OR REPLACE INTO intents (id, body) VALUES (?, ?)'),
    refund: database.prepare('SELECT body FROM refunds WHERE id = ?'),
    // Not replaced, which would make it the newest in a list.
    saveRefund: database.prepare(
      'INSERT INTO refunds (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
    ),
    refundsOf: database.prepare(`
      SELECT body FROM refunds
      WHERE json_extract(body, '$.intentId') = ?
        AND rowid < coalesce((SELECT rowid FROM refunds WHERE id = ?), 9223372036854775807)
      ORDER BY rowid DESC LIMIT ?`),
    dispute: database.prepare('SELECT body FROM disputes WHERE id = ?'),
    saveDispute: database.prepare('INSERT OR REPLACE INTO disputes (id, body) VALUES (?, ?)'),
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
    refund: (id) => parsed<Refund>(sql.refund.get(id)),
    saveRefund: (refund) => void sql.saveRefund.run(refund.id, JSON.stringify(refund)),
    refundsOf: (intentId, limit, startingAfter = '') =>
      sql.refundsOf.all(intentId, startingAfter, limit).flatMap((row) => parsed<Refund>(row) ?? []),
    dispute: (id) => parsed<Dispute>(sql.dispute.get(id)),
    saveDispute: (dispute) => void sql.saveDispute.run(dispute.id, JSON.stringify(dispute)),
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
