import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { derivedId } from '../../kernel/encoding/derived.ts';
import { Invalid } from '../../kernel/errors.ts';
import { booking } from '../booking.ts';
import type { OrdersWanted } from '../contract.ts';
import { type BookingDocument, bookings as projection } from '../read-models/bookings.ts';
import * as examples from '../testing/examples.ts';
import { findOrders } from './find-orders.ts';
import { idPrefixOf } from './order-filter.ts';

const names: Record<string, string> = { u1: 'mina@example.com', u2: 'min@example.com', u3: 'ada@example.com' };
const uidOf = (email: string) => Object.keys(names).find((uid) => names[uid] === email);
const anybodys = { whose: undefined };
const people = {
  matching: async (words: string, most: number) => {
    const uids = Object.keys(names).filter((uid) => names[uid]?.startsWith(words));
    return uids.length > most ? undefined : uids;
  },
  calledLike: async (words: string, uids: readonly string[]) =>
    new Set(uids.filter((uid) => names[uid]?.startsWith(words))),
};

/** Some orders of three people, of two tools, at every stage; two each at the same moment. */
async function shopOf(count: number) {
  const readModels = new InMemoryReadModels();
  let placed = 0;
  const commands = new InMemoryCommands({
    now: () => new Date(Date.parse('2026-01-02T03:04:05.000Z') + Math.floor(placed / 2)),
    appended: (events) => readModels.follow([projection], events),
  });
  const bookings = viewOf(readModels, projection);
  for (let nth = 0; nth < count; nth++) {
    const bookingId = derivedId('order', String(nth));
    const of = { bookingId, uid: `u${(nth % 3) + 1}`, toolId: `t${(nth % 2) + 1}` };
    const life = [
      examples.toolBooked(of),
      examples.bookingPaid(of),
      examples.bookingShipped(of),
      examples.bookingDelivered(of),
      examples.bookingRefunded(of),
    ];
    const events = nth % 5 === 4 ? [...life.slice(0, 2), ...life.slice(4)] : life.slice(0, 1 + (nth % 4));
    await commands.execute(booking, bookingId, contextOf(bookingId), { type: 'Happen' }, () => events);
    placed += 1;
  }
  const { documents } = await bookings.list({ index: 'all', key: '', order: 'descending', limit: 1_000 });
  return { bookings, all: documents };
}

const everyPageOf = async (
  shop: { bookings: Awaited<ReturnType<typeof shopOf>>['bookings']; looksAt: number; listsOf: number },
  wanted: OrdersWanted,
  limit: number,
) => {
  const found: BookingDocument[] = [];
  const pages: number[] = [];
  const whose = wanted.personEmail && (uidOf(wanted.personEmail) ?? '');
  let total: number | undefined;
  let after: string | undefined;
  do {
    const page = await findOrders({ ...shop, people }, { ...wanted, limit, ...(after && { after }) }, { whose });
    found.push(...page.orders);
    pages.push(page.orders.length);
    total ??= page.total;
    after = page.next;
  } while (after !== undefined);
  return { found, pages, total };
};

/** What is asked, said in another way than the shop does it. */
function naively(all: readonly BookingDocument[], wanted: OrdersWanted) {
  return all.filter((order) => {
    const { q, personEmail, since, until, ...same } = wanted;
    if (Object.entries(same).some(([name, value]) => order[name as keyof BookingDocument] !== value)) return false;
    if (personEmail !== undefined && names[order.uid] !== personEmail) return false;
    if ((since && order.at < since) || (until && order.at > until)) return false;
    return q === undefined || names[order.uid]?.startsWith(q) || order._id.startsWith(q);
  });
}

describe('orders that are looked for', () => {
  it('are all that is asked of them, newest first, each once, however they are paged', async () => {
    const { bookings, all } = await shopOf(70);
    const moments = all.map(({ at }) => at);
    const optional = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const question = fc
      .record({
        status: optional(['unpaid', 'paid', 'refunded'] as const),
        fulfilment: optional(['none', 'packed', 'shipped', 'delivered'] as const),
        toolId: optional(['t1', 't2', 't3']),
        personEmail: optional(['mina@example.com', 'nobody@example.com']),
        since: optional(moments),
        until: optional(moments),
        q: optional(['min', 'mina@example.com', 'ada', 'zz', ...all.slice(0, 5).map(({ _id }) => _id.slice(0, 13))]),
      })
      .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
    await fc.assert(
      fc.asyncProperty(
        question,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 40 }),
        // As many people as their lists are read of, or more.
        fc.integer({ min: 0, max: 3 }),
        async (wanted, limit, looksAt, listsOf) => {
          const { found, pages, total } = await everyPageOf({ bookings, looksAt, listsOf }, wanted, limit);
          const expected = naively(all, wanted);
          expect(found).toEqual(expected);
          for (const page of pages) expect(page).toBeLessThanOrEqual(Math.min(limit, looksAt));
          if (total !== undefined) expect(total).toBe(expected.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are counted where a count is kept of just them', async () => {
    const { bookings, all } = await shopOf(30);
    const totalOf = async (wanted: OrdersWanted) =>
      (await findOrders({ bookings, people }, { ...wanted, limit: 1 }, anybodys)).total;
    const paid = all.filter(({ status }) => status === 'paid');
    expect(await totalOf({ status: 'paid' })).toBe(paid.length);
    expect(await totalOf({ status: 'paid', fulfilment: 'none' })).toBe(
      paid.filter(({ fulfilment }) => fulfilment === 'none').length,
    );
    expect(await totalOf({ toolId: 't1' })).toBe(15);
    expect(await totalOf({ q: 'ada' })).toBeUndefined();
    expect(await totalOf({ q: 'min' })).toBe(20);
    expect(await totalOf({ toolId: 't1', status: 'paid' })).toBeUndefined();
  });

  it('are read a piece of one list at a time, which waits for its turn, however many people are called like that', async () => {
    const { bookings, all } = await shopOf(60);
    const uids = [...Object.keys(names), ...Array.from({ length: 17 }, (_, nth) => `nobody-${nth}`)];
    const read = { now: 0, most: 0, orders: 0 };
    const list: typeof bookings.list = async (query) => {
      expect(query.isPiece).toBe(true);
      read.now += 1;
      read.most = Math.max(read.most, read.now);
      const page = await bookings.list(query);
      read.now -= 1;
      read.orders += page.documents.length;
      return page;
    };
    const looksAt = 5;
    const wiring = { bookings: { ...bookings, list }, people: { ...people, matching: async () => uids }, looksAt };
    const { orders } = await findOrders(wiring, { q: 'min', status: 'refunded', limit: 20 }, anybodys);
    expect(orders).toEqual(all.slice(0, looksAt).filter(({ status }) => status === 'refunded'));
    expect(read.most).toBe(1);
    // What is read beside what is looked at is the beginning of each list.
    expect(read.orders).toBeLessThanOrEqual(looksAt + 20 * Object.keys(names).length);
  });

  it('are read from the last moment that is asked for on: newer ones are not looked at', async () => {
    const { bookings, all } = await shopOf(30);
    const until = all[20]?.at ?? '';
    const { orders } = await findOrders({ bookings, people, looksAt: 10 }, { until, limit: 5 }, anybodys);
    expect(orders).toEqual(all.filter(({ at }) => at <= until).slice(0, 5));
  });

  it('of one person are looked for among those alone, whoever else is called like that or has such a number', async () => {
    const { bookings, all } = await shopOf(30);
    const number = all.find(({ uid }) => uid === 'u1')?._id.slice(0, 8) ?? '';
    const nobody = async () => expect.unreachable('nobody else is asked for');
    const list: typeof bookings.list = async (query) => {
      expect(query).toMatchObject({ index: 'uid', key: 'u1' });
      return bookings.list(query);
    };
    const wiring = { bookings: { ...bookings, list }, people: { ...people, matching: nobody } };
    const found = async (q: string) =>
      (await findOrders(wiring, { personEmail: 'mina@example.com', q, limit: 20 }, { whose: 'u1' })).orders;
    expect(await found('min')).toEqual(all.filter(({ uid }) => uid === 'u1'));
    expect(await found('ada')).toEqual([]);
    expect(await found(number)).toEqual(all.filter(({ _id }) => _id.startsWith(number)));
  });

  it('go on only for who asks the same', async () => {
    const { bookings } = await shopOf(10);
    const ask = (toolId: string, after?: string) =>
      findOrders({ bookings, people }, { toolId, limit: 1, ...(after && { after }) }, anybodys);
    const { next } = await ask('t1');
    await expect(ask('t2', next)).rejects.toThrow(Invalid);
    await expect(ask('t1', 'x')).rejects.toThrow(Invalid);
  });
});

describe('a text that one looks for', () => {
  it.each([
    ['1A2B3C4D-5E6F', '1a2b3c4d-5e6f'],
    ['#1a2b3c4d-5', '1a2b3c4d-5'],
    ['1A2B3C4D5E6F', '1a2b3c4d-5e6f'],
    ['1a2b3c4d-5e6f-8789-a0b1-c2d3e4f50617', '1a2b3c4d-5e6f-8789-a0b1-c2d3e4f50617'],
    ['ada', 'ada'],
    ['ad', undefined],
    ['Mina', undefined],
    ['1a2b3c4d-zz', undefined],
  ])('%s is the beginning of a number: %s', (text, prefix) => expect(idPrefixOf(text)).toBe(prefix));
});
