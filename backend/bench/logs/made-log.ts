import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { argon2Passwords } from '../../../modules/identity/passwords/password.ts';
import { secretsOf } from '../../../modules/identity/secrets.ts';
import { connect } from '../../event-store/sqlite/log-file.ts';
import { checksumOf } from '../../event-store/sqlite/rows.ts';
import { schema } from '../../event-store/sqlite/schema.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { seal } from '../../personal-data/seal.ts';
import { type SubjectKey, SubjectKeys } from '../../personal-data/subject-keys.ts';
import { loadOrCreateKeys } from '../../start/keys/identity-keys.ts';
import { beginWithKeys } from '../../start/keys/keys-of-the-log.ts';
import { eventDeclarations } from '../../start/stores/event-declarations.ts';
import { type Buyer, type MadeEvent, paid, placed, signedUp, toolAdded } from './made-events.ts';

/** The password of everybody in a log that was made. */
export const madePassword = 'a long enough secret';
export const madeEmail = (n: number) => `person-${n}@inventory.example`;

export type LogToMake = {
  /** Where it is to be: the data directory of a shop, without a log. */
  readonly dataDir: string;
  readonly orders: number;
  /** The share of the orders that were paid, from 0 to 1: those are of last year, and the others of today. */
  readonly paid?: number;
  readonly tools?: number;
  readonly people?: number;
};

const day = 86_400_000;
/** For how many people keys are written side by side: a log takes only so much at once. */
const keysAtOnce = 2_000;

/** Who reacts to what happens in a shop: what was made has been reacted to. */
export const madeReactors = [
  'close-account',
  'complete-checkouts',
  'end-sessions-of-before',
  'end-what-was-before',
  'finish-email-change',
  'follow-email',
  'forget-late-orders',
  'forget-person',
  'give-back',
  'list-admins',
  'mail-links',
  'release-stock',
  'restock-refunded',
  'sell-shipped',
  'sell-stock',
  'take-ordered',
  'tell-orders',
  'wipe-read-models',
  'write-mails',
];

/**
 * Makes a shop's log of any size at once: people, tools, and orders that they placed and paid, sealed and summed as the shop
 * does it, but for the waiting: some 100,000 events a second.
 * @returns how many events there are, and the ids of the tools
 */
export async function makeLog(log: LogToMake): Promise<{ events: number; toolIds: string[] }> {
  const { dataDir, orders, tools = 100, people = 1_000, paid: share = 0 } = log;
  const file = join(dataDir, 'events.db');
  const buyers = Array.from({ length: people }, (_, n) => ({
    uid: randomUUID(),
    email: madeEmail(n),
    name: `Person ${n}`,
  }));
  const shelves = Array.from({ length: tools }, (_, n) => ({ toolId: randomUUID(), name: `Hammer ${n}` }));
  const { keys, idOf } = await begun(dataDir, file, buyers);
  const passwordHash = await argon2Passwords().hash(madePassword);
  const database = connect(file);
  // Nothing here outlasts a power cut before all of it does.
  for (const setting of ['journal_mode = OFF', 'synchronous = OFF']) database.exec(`PRAGMA ${setting}`);
  try {
    // Made in the end, sorted: kept up for each event it would take most of the time.
    database.exec('BEGIN; DROP INDEX events_of_stream');
    const write = writerOf(database, keys);
    const now = Date.now();
    for (const [n, shelf] of shelves.entries()) write([toolAdded(shelf, orders + 1_000_000, now - 365 * day + n)]);
    for (const [n, buyer] of buyers.entries()) {
      write(signedUp(buyer, { accountId: idOf(buyer), passwordHash }, now - 364 * day + n));
    }
    const ofLastYear = Math.round(orders * share);
    for (let n = 0; n < orders; n++) {
      // Every buyer meets every tool.
      const [buyer, shelf] = [buyers[n % people], shelves[(n + Math.floor(n / people)) % tools]];
      if (!buyer || !shelf) throw new RangeError('A log needs people and tools.');
      const isPaid = n < ofLastYear;
      const at = isPaid
        ? now - 360 * day + Math.floor((n / ofLastYear) * 355 * day)
        : now - Math.floor((1 - (n - ofLastYear) / (orders - ofLastYear)) * (day / 2));
      const bookingId = randomUUID();
      write([...placed(bookingId, buyer, shelf, at), ...(isPaid ? paid(bookingId, buyer, shelf, at) : [])]);
    }
    database.exec(`${schema.events_of_stream}; COMMIT`);
    database.exec('PRAGMA journal_mode = WAL');
    const { events, head } =
      database.prepare('SELECT count(*) AS events, max(position) AS head FROM events').get() ?? {};
    const record = database.prepare('INSERT INTO records VALUES (?, ?, 0)');
    for (const reactor of madeReactors) record.run(`reactor-${reactor}`, String(head));
    return { events: Number(events), toolIds: shelves.map(({ toolId }) => toolId) };
  } finally {
    database.close();
  }
}

/** Begins the log as a shop does at its first start, with the keys of everybody in it. */
async function begun(dataDir: string, file: string, buyers: readonly Buyer[]) {
  const shopKeys = await loadOrCreateKeys(dataDir);
  const secrets = secretsOf(shopKeys);
  const store = openSqliteEventStore({ file });
  await beginWithKeys(store, shopKeys);
  const subjectKeys = new SubjectKeys(store, shopKeys.wrapping, () => new Date());
  const keys = new Map<string, SubjectKey>();
  for (let from = 0; from < buyers.length; from += keysAtOnce) {
    await Promise.all(
      buyers.slice(from, from + keysAtOnce).map(async ({ uid }) => {
        const key = await subjectKeys.findOrCreate(uid);
        if (key) keys.set(uid, key);
      }),
    );
  }
  await store.close();
  return { keys, idOf: ({ email }: Buyer) => secrets.accountId(email) };
}

/**
 * Writes events as they lie in the log: sealed, each behind the last of its stream, with the sum of its row. All events of a
 * stream are written together, but for those of tools.
 */
function writerOf(database: DatabaseSync, keys: ReadonlyMap<string, SubjectKey>) {
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, data, meta, unguarded, checksum) VALUES (?, ?, ?, ?, ?, ?, 0, ?)',
  );
  const ofTools = new Map<string, bigint>();
  return (events: readonly MadeEvent[]): void => {
    const ofThese = new Map<string, bigint>();
    for (const { stream, id, type, data, meta } of events) {
      const revisions = stream.startsWith('tool-') ? ofTools : ofThese;
      const revision = revisions.get(stream) ?? 0n;
      revisions.set(stream, revision + 1n);
      const texts = {
        id,
        type,
        data: JSON.stringify(sealed(keys, { stream, type, data })),
        meta: JSON.stringify(meta),
      };
      insert.run(stream, revision, id, type, texts.data, texts.meta, checksumOf(stream, revision, texts));
    }
  };
}

function sealed(
  keys: ReadonlyMap<string, SubjectKey>,
  { stream, type, data }: Pick<MadeEvent, 'stream' | 'type' | 'data'>,
): unknown {
  const personal = eventDeclarations.get(type)?.versions.get(1)?.personal;
  if (!personal) return data;
  const subject = personal.subject(data);
  const key = keys.get(subject);
  if (!key) throw new RangeError(`Nobody has the uid ${subject}.`);
  const all = Object.entries(data as object);
  const open = all.filter(([name]) => !personal.fields.includes(name));
  const hidden = all.filter(([name]) => personal.fields.includes(name));
  return {
    ...Object.fromEntries(open),
    sealed: seal(Object.fromEntries(hidden), key, `${stream} ${type} ${subject}`),
  };
}
