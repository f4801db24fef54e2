import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeLog } from '../bench/logs/made-log.ts';
import { EventClock } from '../commands/event-clock.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { SubjectKeys } from '../personal-data/subject-keys.ts';
import type { WrappingKey } from '../personal-data/wrapped-key.ts';
import { loadOrCreateKeys } from '../start/keys/identity-keys.ts';
import { eventDeclarations } from '../start/stores/event-declarations.ts';
import { newEvent } from '../testing/counters.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { Decoder, numbersOfEvent } from './decoding.ts';

const sold = newEvent({ type: 'StockSold', data: { toolId: 't1', bookingId: 'b1', quantity: 1 } });

describe('the reader of a log in bulk', () => {
  it('asks for no event again that is as shops write it today, or did with times to the millisecond', async () => {
    const file = join(temporaryFolder(), 'events.db');
    const store = openSqliteEventStore({ file });
    const clock = new EventClock(() => new Date());
    const at = (time: string) => ({ ...sold, id: randomUUID(), meta: { ...sold.meta, time } });
    await store.append('tool-t1', 'any', [at(new Date().toISOString()), at(clock.next()), at(clock.next())]);
    await store.close();
    expect(await read(file)).toEqual({ events: 3, asked: 0 });
  });

  it('asks for no event again of a log of orders that were placed and paid, sealed ones included', async () => {
    const dataDir = temporaryFolder();
    const { events } = await makeLog({ dataDir, orders: 50, paid: 0.5, tools: 3, people: 2 });
    const { wrapping } = await loadOrCreateKeys(dataDir);
    expect(await read(join(dataDir, 'events.db'), wrapping)).toEqual({ events, asked: 0 });
  });

  it('reads what it can of a log in which the key of a person was altered, and asks for theirs again', async () => {
    const dataDir = temporaryFolder();
    const { events } = await makeLog({ dataDir, orders: 20, paid: 0.5, tools: 3, people: 2 });
    const file = join(dataDir, 'events.db');
    const plain = openSqliteEventStore({ file });
    const [one] = await Array.fromAsync(plain.records.keys('subject-key:'));
    await plain.records.put(one ?? '', '{}', 'any');
    await plain.close();
    const { wrapping } = await loadOrCreateKeys(dataDir);
    const found = await read(file, wrapping);
    expect(found.events).toBe(events);
    expect(found.asked).toBeGreaterThan(0);
    expect(found.asked).toBeLessThan(events);
  });

  it('asks for one again that is written in another way', async () => {
    const file = join(temporaryFolder(), 'events.db');
    const store = openSqliteEventStore({ file });
    const { time, ...meta } = sold.meta;
    await store.append('tool-t1', 'any', [{ ...sold, meta: { ...meta, time } }]);
    await store.close();
    expect(await read(file)).toEqual({ events: 1, asked: 1 });
  });
});

describe('the reader of a log in bulk, where long events come after short ones', () => {
  it('reads all of them, though a page of them is more than SQLite puts together', async () => {
    const file = join(temporaryFolder(), 'events.db');
    const store = openSqliteEventStore({ file });
    const lengths = [...Array.from({ length: 100 }, () => 1), ...Array.from({ length: 150 }, () => 1_000)];
    const soldFor = (length: number) => ({ toolId: 't1', bookingId: 'b'.repeat(length), quantity: 1 });
    const events = lengths.map((length) => ({ ...sold, id: randomUUID(), data: soldFor(length) }));
    await store.append('tool-t1', 'any', events);
    await store.close();
    expect(await read(file, [], 100_000)).toMatchObject({ events: 250 });
  });
});

/** How many events of a log are read, and for how many of them the database is asked by themselves. */
async function read(
  file: string,
  wrapping: readonly WrappingKey[] = [],
  mostTogether?: number,
): Promise<{ events: number; asked: number }> {
  const database = new DatabaseSync(file, { readOnly: true });
  if (mostTogether !== undefined) database.limits.length = mostTogether;
  const store = openSqliteEventStore({ file });
  onTestFinished(async () => {
    database.close();
    await store.close();
  });
  let asked = 0;
  const prepare = database.prepare.bind(database);
  database.prepare = (sql: string): StatementSync => {
    const statement = prepare(sql);
    if (!sql.endsWith('WHERE position = ?')) return statement;
    const get = statement.get.bind(statement);
    return Object.assign(statement, {
      get: (position: number) => {
        asked += 1;
        return get(position);
      },
    });
  };
  const keys = new SubjectKeys(store, wrapping, () => new Date());
  const decoder = new Decoder({
    database,
    file,
    declarations: eventDeclarations,
    keys,
    types: [...eventDeclarations.keys()],
  });
  let events = 0;
  for (let [after, isOver] = [0, false]; !isOver; ) {
    const { places, position, caughtUp } = await decoder.after(after, 100);
    events += places.length / numbersOfEvent;
    [after, isOver] = [position, caughtUp];
  }
  return { events, asked };
}
