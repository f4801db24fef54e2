import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toolBooked } from '../../modules/booking/testing/examples.ts';
import type { DomainEvent, NewEvent, StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { makeLog } from '../bench/logs/made-log.ts';
import { UnusableLog } from '../event-store/sqlite/unusable-log.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { versionedEventStore } from '../event-store/versioned.ts';
import { sealingEventStore } from '../personal-data/sealing-event-store.ts';
import { SubjectKeys } from '../personal-data/subject-keys.ts';
import { eventDeclarations } from '../start/stores/event-declarations.ts';
import { newEvent } from '../testing/counters.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { replayOf } from './replay-of.ts';
import { ReplayedMeta } from './replayed-meta.ts';

const wrapping = [{ id: 'w1', key: new Uint8Array(32).fill(7) }];
const types = [...eventDeclarations.keys()];

describe('a log that a thread reads', () => {
  it('is what the store reads: what is sealed, erased, old, too new, damaged or gone', async () => {
    const { file, store } = opened();
    const { written, keys } = stackOn(store);
    const [mina, noor, gone] = [randomUUID(), randomUUID(), randomUUID()];
    const order = (uid: string, buyerName = 'Mina – “ü” 🔨') => {
      const bookingId = randomUUID();
      return [
        `booking-${bookingId}`,
        { ...toolBooked(), data: { ...toolBooked().data, bookingId, uid, buyerName } },
      ] as const;
    };
    const append = async (to: EventStore, stream: string, event: DomainEvent, schema = 1): Promise<bigint> => {
      const made = newEvent(event);
      const versioned: NewEvent = { ...made, meta: { ...made.meta, schema } };
      return (await to.append(stream, 'any', [versioned])).position;
    };
    for (const uid of [mina, noor, gone, mina]) await append(written, ...order(uid));
    // Of the first version, as an earlier release wrote it; and of one that is not known yet.
    const before = { uid: mina, accountId: 'a1', expiresAt: '2026-02-01T00:00:00.000Z' };
    await append(store, 'session-s1', { type: 'SessionStarted', data: before });
    await append(store, 'session-s2', { type: 'SessionStarted', data: { no: 'sense' } });
    await append(store, 'tool-t1', { type: 'StockSold', data: { toolId: 't1' } }, 99);
    const reason = { bookingId: 'b1', uid: mina, reason: 'Broken “as it came”' };
    await append(written, 'booking-b1', { type: 'RefundRequested', data: reason });
    // Sealed elsewhere than it stands, sealed by nobody, and not where a shop writes it.
    const [copied] = await store.readStream(`booking-b1`);
    await append(store, 'booking-b2', { type: 'RefundRequested', data: copied?.data });
    await append(store, 'booking-b3', { type: 'RefundRequested', data: { ...reason, sealed: 'forgotten' } });
    const { sealed } = Object(copied?.data);
    await append(store, 'booking-b1', { type: 'RefundRequested', data: { sealed, bookingId: 'b1', uid: mina } });
    await append(store, 'booking-b1', { type: 'RefundRequested', data: { bookingId: 'b1', uid: mina } });
    // What no shop writes: texts, nothing and lists, where there are objects, of what is sealed and of what is not.
    for (const data of ['a text', null, ['a list']]) {
      await append(store, 'tool-t1', { type: 'StockSold', data });
      await append(store, 'booking-b1', { type: 'RefundRequested', data });
    }
    // Forgotten: what was written before is still opened, and what comes after is not, whatever becomes of the key.
    await append(store, 'account-a2', { type: 'PersonForgotten', data: { uid: noor } });
    await append(written, ...order(noor));
    await keys.destroy(gone);
    await append(written, ...order(gone));
    await append(store, 'other-o1', { type: 'OfAnotherRelease', data: {} });
    const [last] = order(mina);
    await append(written, last, { type: 'StockSold', data: { toolId: 't1', bookingId: 'b1', quantity: 1 } });
    await store.deleteStream(last);

    const read = await eventsOf(stackOn(store).written.readAll({ after: 0n, limit: 1_000 }));
    const replayed = await gathered(replayOf(file, () => wrapping)({ after: 0n, types }));
    expect(replayed.events).toEqual(read.filter(({ type }) => types.includes(type)));
    expect(replayed.events.filter(({ unreadable }) => unreadable)).toHaveLength(1);
    expect(replayed.events.filter(({ damaged }) => damaged).length).toBeGreaterThanOrEqual(2);
    expect(replayed.position).toBe((await store.readAll({ after: 0n, limit: 1_000 })).position);
  });

  it('brings only what is wanted, in its order, from where it is wanted', async () => {
    const dataDir = temporaryFolder();
    await makeLog({ dataDir, orders: 3_000, paid: 0.1, tools: 3, people: 2 });
    const file = join(dataDir, 'events.db');
    const all = await gathered(replayOf(file, () => wrapping)({ after: 0n, types: ['StockReserved', 'BookingPaid'] }));
    expect(all.events).toHaveLength(3_300);
    const positions = all.events.map(({ position }) => Number(position));
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    const from = all.events[1_000]?.position ?? 0n;
    const rest = await gathered(
      replayOf(file, () => wrapping)({ after: from, types: ['StockReserved', 'BookingPaid'] }),
    );
    expect(rest.events.map(({ id }) => id)).toEqual(all.events.slice(1_001).map(({ id }) => id));
  });

  it('is not read past a row that is damaged, also one that nobody wants', async () => {
    const { file, store } = opened();
    await store.append('a', 'any', [newEvent({ type: 'StockSold', data: { quantity: 1 } })]);
    await store.append(
      'b',
      'any',
      Array.from({ length: 200 }, () => newEvent({ type: 'StockReserved', data: {} })),
    );
    await store.close();
    const database = new DatabaseSync(file);
    database.exec(`UPDATE events SET data = '{"quantity":2}' WHERE position = 1`);
    database.close();
    await expect(gathered(replayOf(file, () => wrapping)({ after: 0n, types: ['StockReserved'] }))).rejects.toThrow(
      UnusableLog,
    );
  });

  it('leaves no row out that has lost its sum', async () => {
    const { file, store } = opened();
    const many = (count: number) => Array.from({ length: count }, () => newEvent({ type: 'StockReserved', data: {} }));
    await store.append('a', 'any', many(200));
    await store.close();
    const database = new DatabaseSync(file, { defensive: false });
    const declared = (from: string, to: string) =>
      database.exec(`PRAGMA writable_schema = RESET; PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = 'events';
        PRAGMA writable_schema = RESET`);
    declared('checksum INTEGER NOT NULL', 'checksum INTEGER');
    database.exec('UPDATE events SET checksum = NULL WHERE position = 7');
    declared('checksum INTEGER', 'checksum INTEGER NOT NULL');
    database.close();
    await expect(gathered(replayOf(file, () => wrapping)({ after: 0n, types: ['StockReserved'] }))).rejects.toThrow(
      UnusableLog,
    );
  });

  it('comes in smaller pieces where events are long', async () => {
    const { file, store } = opened();
    const long = newEvent({ type: 'StockReserved', data: { long: 'x'.repeat(20_000) } });
    for (let count = 0; count < 2_000; count += 200) {
      const events = Array.from({ length: 200 }, () => ({ ...long, id: randomUUID() }));
      await store.append('a', 'any', events);
    }
    const pieces: number[] = [];
    for await (const { events } of replayOf(file, () => wrapping)({ after: 0n, types: ['StockReserved'] })) {
      pieces.push(events.length);
    }
    expect(pieces.reduce((sum, length) => sum + length)).toBe(2_000);
    expect(Math.max(...pieces.slice(1))).toBeLessThan(250);
  });
});

describe('what is said about an event that was replayed', () => {
  it('is what its text says, parsed or not', () => {
    const texts = fc.record(
      {
        schema: fc.nat(),
        time: fc.oneof(
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
          fc.string({ unit: 'binary' }),
          fc.constantFrom('"', '\\', 'x","time":"y', '…'),
        ),
        actor: fc.record({ uid: fc.string({ unit: 'binary' }), role: fc.constant('user' as const) }),
        command: fc.string(),
        commandId: fc.uuid(),
        fingerprint: fc.string(),
        correlationId: fc.uuid(),
        causationId: fc.uuid(),
        reason: fc.string({ unit: 'binary' }),
      },
      { requiredKeys: ['schema', 'time', 'actor', 'command', 'commandId', 'fingerprint', 'correlationId'] },
    );
    fc.assert(
      fc.property(texts, fc.string(), fc.boolean(), (said, before, isReversed) => {
        const text = JSON.stringify(isReversed ? Object.fromEntries(Object.entries(said).toReversed()) : said);
        const bytes = Buffer.from(`${before}${text}behind`);
        const begin = Buffer.byteLength(before);
        const meta = new ReplayedMeta(bytes, begin, begin + Buffer.byteLength(text));
        const { schema, time, actor, command, commandId, fingerprint, correlationId, causationId, reason } = meta;
        const read = { schema, time, actor, command, commandId, fingerprint, correlationId, causationId, reason };
        expect(read).toEqual({ causationId: undefined, reason: undefined, ...JSON.parse(text) });
        expect(meta.all).toEqual(JSON.parse(text));
      }),
    );
  });
});

function opened(): { file: string; store: EventStore } {
  const file = join(temporaryFolder(), 'events.db');
  const store = openSqliteEventStore({ file });
  onTestFinished(() => store.close());
  return { file, store };
}

/** The store as the modules see it, with keys that know of nothing yet. */
function stackOn(store: EventStore) {
  const keys = new SubjectKeys(store, wrapping, () => new Date());
  return { keys, written: versionedEventStore(sealingEventStore(store, eventDeclarations, keys), eventDeclarations) };
}

async function gathered(batches: ReturnType<NonNullable<EventStore['replay']>>) {
  const events: StoredEvent[] = [];
  let position = 0n;
  for await (const batch of batches) {
    events.push(...batch.events.map(plain));
    position = batch.position;
  }
  return { events, position };
}

async function eventsOf(batch: ReturnType<EventStore['readAll']>): Promise<StoredEvent[]> {
  return (await batch).events.map(plain);
}

/** All that an event says, whatever made it. */
function plain({ position, stream, revision, id, type, data, meta, unreadable, damaged }: StoredEvent): StoredEvent {
  return {
    position,
    stream,
    revision,
    id,
    type,
    data,
    meta: meta instanceof ReplayedMeta ? meta.all : meta,
    ...(unreadable && { unreadable }),
    ...(damaged && { damaged }),
  };
}
