import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bookings } from '../../modules/booking/read-models/bookings.ts';
import { openReservations } from '../../modules/booking/read-models/open-reservations.ts';
import { tools } from '../../modules/catalog/read-models/tools.ts';
import { type NewEvent, system } from '../../modules/kernel/event.ts';
import { type EventStore, start } from '../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { ProjectionRunner } from '../feed/projection-runner.ts';
import { nodeEnvironment, nodeFlags } from '../start/launch/node-flags.ts';
import { type Figure, type Figures, tried } from './figures/figure.ts';
import { type LogToMake, makeLog } from './logs/made-log.ts';
import type { Replayed } from './replaying.ts';

const pageSize = 1_000;
const appended = 100_000;

/** Logs whose replay is measured: what a shop has after a year, and nothing but new orders, of which each is in more lists. */
const logs = [
  { what: 'replay of sealed events, of 50,000 orders that were paid', orders: 50_000, paid: 1 },
  { what: 'replay of sealed events, of 150,000 orders that are not paid', orders: 150_000, paid: 0 },
];

/** Appends to the log, and the replay of a shop's log into fresh read models; beside SQLite that copies the rows. */
export async function benchReplay(folder: string): Promise<Figures> {
  const store = openSqliteEventStore({ file: join(folder, 'events.db') });
  const begun = performance.now();
  await fill(store, appended);
  const perSecond = appended / ((performance.now() - begun) / 1_000);
  await store.close();
  const figures: Figure[] = [{ what: 'append, 500 at once, two events each: events', ours: { perSecond } }];
  for (const { what, ...log } of logs) {
    const replaying = () => replayOfLog({ dataDir: mkdtempSync(join(folder, 'replay-')), ...log });
    figures.push(await tried(what, replaying, { perSecond: 100_000 }));
  }
  return { on: 'SQLite, the log alone', figures };
}

async function replayOfLog(log: LogToMake): Promise<Omit<Figure, 'what'>> {
  await makeLog(log);
  const { events, seconds, cpu, resident } = await replayIn(log.dataDir);
  return {
    ours: { perSecond: events / seconds },
    bare: { perSecond: bareReplaySpeed(log.dataDir) },
    beside: 'rows copied by SQLite',
    note: `${((cpu * 1e6) / events).toFixed(1)} µs of the processor an event; ${Math.round(resident / 2 ** 20)} MB`,
  };
}

/** Replays the log of a data directory in a process of its own, as a shop does at its start. */
export async function replayIn(dataDir: string): Promise<Replayed> {
  const child = fork(join(import.meta.dirname, 'replaying.ts'), [dataDir], {
    execArgv: [...nodeFlags],
    env: { ...process.env, ...nodeEnvironment },
  });
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The replay ended before it was over.'))),
  ]);
  if (child.exitCode === null) await once(child, 'exit');
  return answer;
}

function event(type: string, data: unknown): NewEvent {
  const id = randomUUID();
  const meta = {
    schema: 1,
    time: new Date().toISOString(),
    actor: system,
    command: 'Bench',
    commandId: id,
    fingerprint: id,
    correlationId: id,
  };
  return { id, type, data, meta };
}

const money = { amount: 1999, currency: 'usd' };

/** One append: pieces set aside, and the order of them. */
export function newOrder(toolId: string = randomUUID()): [stream: string, expected: 'none', events: NewEvent[]] {
  const bookingId = randomUUID();
  const order = { bookingId, toolId, toolName: 'Hammer', uid: 'u', quantity: 1, price: money };
  const person = { personEmail: 'a@example.com', buyerName: 'A', location: 'L', phone: 'P' };
  const reserved = event('StockReserved', { toolId, bookingId, quantity: 1, unitPrice: money });
  return [`booking-${bookingId}`, 'none', [reserved, event('ToolBooked', { ...order, ...person })]];
}

/** Appends so many events of orders: pieces set aside, the order made. */
export async function fill(store: EventStore, events: number): Promise<void> {
  const toolId = randomUUID();
  const details = { name: 'Hammer', image: '/x.svg', description: '', minimumOrder: 1, available: events, buyGear: 0 };
  const added = { toolId, ...details, perPrice: money, totalPrice: money, ratings: 4 };
  await store.append(`tool-${toolId}`, 'any', [event('ToolAdded', added)]);
  for (let done = 0; done < events; done += pageSize) {
    const appends = Array.from({ length: pageSize / 2 }, () => store.append(...newOrder(toolId)));
    await Promise.all(appends);
  }
}

/** Events a second that the shop folds into fresh read models; those after a position. */
export async function replaySpeed(store: EventStore, open: () => ReadModels, from = start): Promise<number> {
  const readModels = open();
  const runner = new ProjectionRunner([tools, bookings, openReservations], readModels, store);
  await runner.open();
  const events = await eventsIn(store, from);
  const begun = performance.now();
  await runner.catchUp(from);
  const seconds = (performance.now() - begun) / 1_000;
  await readModels.close();
  return events / seconds;
}

async function eventsIn(store: EventStore, from: bigint): Promise<number> {
  let events = 0;
  for (let [after, isOver] = [from, false]; !isOver; ) {
    const batch = await store.readAll({ after, limit: pageSize });
    events += batch.events.length;
    [after, isOver] = [batch.position, batch.caughtUp];
  }
  return events;
}

/** Rows a second that SQLite alone gives out of the same file, parsed, and inserts into a table of documents. */
function bareReplaySpeed(folder: string): number {
  const log = new DatabaseSync(join(folder, 'events.db'), { readOnly: true });
  const copy = new DatabaseSync(join(folder, `bare-${randomUUID()}.db`));
  copy.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE d (id TEXT PRIMARY KEY, body TEXT)');
  const insert = copy.prepare('INSERT OR REPLACE INTO d VALUES (?, ?)');
  let events = 0;
  const begun = performance.now();
  copy.exec('BEGIN');
  for (const row of log.prepare('SELECT * FROM events ORDER BY position').iterate()) {
    const data = JSON.parse(String(row.data));
    insert.run(String(data.bookingId ?? data.toolId), JSON.stringify(data));
    if (++events % pageSize === 0) copy.exec('COMMIT; BEGIN');
  }
  copy.exec('COMMIT');
  const seconds = (performance.now() - begun) / 1_000;
  log.close();
  copy.close();
  return events / seconds;
}
