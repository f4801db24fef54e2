import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookingDocument, bookings } from '../../../modules/booking/read-models/bookings.ts';
import { dayOf, revenueIn } from '../../../modules/booking/read-models/order-sums.ts';
import { anyHistory, type Happened } from '../../../modules/booking/testing/any-history.ts';
import { toolBooked } from '../../../modules/booking/testing/examples.ts';
import type { Figures, Sum } from '../../../modules/kernel/documents/sums.ts';
import { viewOf } from '../../../modules/kernel/documents/view.ts';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { InMemoryRecords } from '../../../modules/kernel/memory/in-memory-records.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import type { Money } from '../../../modules/kernel/values/money.ts';
import { openSqliteReadModels } from '../../read-models/sqlite.ts';
import { dumpOf, rebuiltDump } from '../../testing/logs/dump.ts';
import { stored } from '../../testing/stored.ts';
import { ProjectionRunner } from '../projection-runner.ts';
import { everySum } from './folded-sums.ts';

/** What becomes of a commit: a store that is away may have written before it went, or not. */
const fates = fc.array(fc.constantFrom('kept', 'kept', 'kept', 'lost before', 'lost after'), {
  maxLength: 20,
});
const batches = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 });

describe('sums that a projection keeps', () => {
  it('are a recount over its documents, whatever the batches, replays and crashes', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHistory,
        batches,
        fates,
        fc.option(fc.nat(40), { nil: undefined }),
        async (history, sizes, fate, bad) => {
          const { events, moneyByDay } = logOf(history, bad);
          const store = storeOf(events);
          const kept = openSqliteReadModels({ file: ':memory:' });
          const readModels = failing(kept, [...fate]);
          for (let at = 0, n = 0; at < events.length; n++) {
            const size = sizes[n % sizes.length] ?? 1;
            // Whoever crashed begins again from the checkpoint; two feed the same read models all the time.
            await appliedByOneOfTwo(store, readModels, events.slice(0, at + size).at(-1)?.position ?? 0n);
            at += size;
          }
          expect(await sumsOf(kept)).toEqual(recounted(await ordersOf(kept), moneyByDay));
          expect(await dumpOf(kept, [bookings])).toEqual(await rebuiltDump(store, [bookings]));
          await kept.close();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('are compared with a rebuild, as documents are', async () => {
    const { events } = logOf([{ event: toolBooked(), time: '2026-01-02T03:04:05.000Z' }]);
    const store = storeOf(events);
    const readModels = openSqliteReadModels({ file: ':memory:' });
    await appliedByOneOfTwo(store, readModels, 1n);
    const kept = await dumpOf(readModels, [bookings]);
    expect(kept).toEqual(await rebuiltDump(store, [bookings]));
    const wrong = JSON.stringify({ id: 'shop', figures: { unpaid: 2 } });
    await readModels.commit(bookings.storedAs, 1n, 2n, [{ id: 'sum:shop', document: wrong, entries: [everySum] }]);
    expect(await dumpOf(readModels, [bookings])).not.toEqual(kept);
    await readModels.close();
  });

  it('are no documents: nobody finds one by an id, or in a list', async () => {
    const { events } = logOf([{ event: toolBooked(), time: '2026-01-02T23:59:59.999Z' }]);
    const readModels = openSqliteReadModels({ file: ':memory:' });
    await appliedByOneOfTwo(storeOf(events), readModels, 1n);
    const view = viewOf(readModels, bookings);
    expect(await view.get('sum:shop')).toBeUndefined();
    expect((await view.text('sum:shop')).text).toBeUndefined();
    expect((await view.list({ index: 'all', key: '', order: 'ascending', limit: 10 })).documents).toHaveLength(1);
    expect(await view.count('all', '')).toBe(1);
    await readModels.close();
  });
});

/**
 * The events with their places in a log that others write to as well; and which money came or went on which day. From
 * the event `bad` on, the first that says an amount which was agreed on says it in a currency that nobody knows: it cannot be
 * folded, and its order stays as it was, whatever comes.
 */
function logOf(history: readonly Happened[], bad = Number.POSITIVE_INFINITY) {
  const moneyByDay = new Map<string, Record<string, number>>();
  let held: string | undefined;
  const events = history.map(({ event, time }, n): StoredEvent => {
    const place = { position: BigInt(3 * n + 1), id: `e${n}`, time };
    const { bookingId, amount } = event.data as { bookingId: string; amount?: Money };
    const nothing = { amount: 1, currency: 'nothing' };
    if (held === undefined && n >= bad && !('unmatched' in event.data)) {
      held = ['ToolBooked', 'BookingRefunded', 'BookingRefundFailed'].includes(event.type) ? bookingId : undefined;
      if (held !== undefined)
        return stored({ ...event, data: { ...event.data, price: nothing, amount: nothing } }, place);
    }
    const sign = { BookingPaid: 1, BookingRefunded: -1, BookingRefundFailed: 1 }[event.type as string] ?? 0;
    if (sign && amount && bookingId !== held && !('unmatched' in event.data)) {
      const day = moneyByDay.get(dayOf(time)) ?? {};
      const name = revenueIn(amount.currency);
      moneyByDay.set(dayOf(time), { ...day, [name]: (day[name] ?? 0) + sign * amount.amount });
    }
    return stored(event, place);
  });
  return { events, moneyByDay };
}

function storeOf(events: readonly StoredEvent[]): EventStore {
  const last = events.at(-1)?.position ?? 0n;
  const store: Partial<EventStore> = {
    records: new InMemoryRecords(),
    head: async () => last,
    readStream: async () => [],
    async readAll({ after, limit }) {
      const found = events.filter(({ position }) => position > after).slice(0, limit);
      return { events: found, position: found.at(-1)?.position ?? last, caughtUp: found.length < limit };
    },
  };
  return store as EventStore;
}

/** Every method of the read models, of which some commits fail: before or after they were written. */
function failing(kept: ReadModels, fate: string[]): ReadModels {
  const commit: ReadModels['commit'] = async (...change) => {
    const becomes = fate.shift();
    if (becomes === 'lost before') throw new Unavailable('away');
    await kept.commit(...change);
    if (becomes === 'lost after') throw new Unavailable('away');
  };
  return new Proxy(kept, {
    get: (models, name) => (name === 'commit' ? commit : Reflect.get(models, name)?.bind(models)),
  });
}

async function appliedByOneOfTwo(store: EventStore, readModels: ReadModels, upTo: bigint): Promise<void> {
  for (;;) {
    const runners = [
      new ProjectionRunner([bookings], readModels, store),
      new ProjectionRunner([bookings], readModels, store),
    ];
    const outcomes = await Promise.allSettled(
      runners.map(async (runner) => {
        const after = await runner.open();
        const { events } = await store.readAll({ after, limit: 1_000 });
        const due = events.filter(({ position }) => position <= upTo);
        if (due.length > 0) await runner.apply({ events: due, position: upTo, caughtUp: true });
      }),
    );
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const reason of failed) if (!(reason instanceof Unavailable)) throw reason;
    if (failed.length < outcomes.length) return;
  }
}

async function ordersOf(readModels: ReadModels): Promise<BookingDocument[]> {
  const listed = { index: 'all', key: '', order: 'ascending', limit: 1_000 } as const;
  return (await viewOf(readModels, bookings).list(listed)).documents;
}

/** All sums but for figures that are 0, by their ids. */
async function sumsOf(readModels: ReadModels): Promise<Record<string, Figures>> {
  const view = viewOf(readModels, bookings);
  const all: Sum[] = (await view.sums({ index: 'latest', key: '', order: 'ascending', limit: 1_000 })).sums;
  for (const key of ['usd', 'eur']) {
    all.push(...(await view.sums({ index: 'tools', key, order: 'ascending', limit: 1_000 })).sums);
  }
  return withoutZeros(Object.fromEntries(all.map(({ id, figures }) => [id, figures])));
}

function recounted(orders: readonly BookingDocument[], moneyByDay: ReadonlyMap<string, Record<string, number>>) {
  const sums: Record<string, Record<string, number>> = {};
  const add = (id: string, name: string, number: number) => {
    sums[id] ??= {};
    sums[id][name] = (sums[id][name] ?? 0) + number;
  };
  for (const { status, at, toolId, kept, paid, price, refunded, quantity } of orders) {
    add('shop', status, 1);
    if (status === 'unpaid') add('shop', 'held', quantity);
    add(dayOf(at), 'orders', 1);
    add(`tool ${toolId}`, 'orders', 1);
    const shown = paid ? Math.round(price * 100) - Math.round(refunded * 100) : 0;
    for (const id of ['shop', `tool ${toolId}`]) add(id, revenueIn(kept.currency), shown);
  }
  for (const [day, money] of moneyByDay) for (const [name, amount] of Object.entries(money)) add(day, name, amount);
  return withoutZeros(sums);
}

function withoutZeros(sums: Record<string, Figures>): Record<string, Figures> {
  const entries = Object.entries(sums).map(([id, figures]) => {
    const counted = Object.entries(figures).filter(([, number]) => number !== 0);
    return [id, Object.fromEntries(counted)] as const;
  });
  return Object.fromEntries(entries.filter(([, figures]) => Object.keys(figures).length > 0));
}
