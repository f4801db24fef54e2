import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bookingHistory } from '../../modules/booking/history.ts';
import { catalogHistory } from '../../modules/catalog/history.ts';
import { accountHistory } from '../../modules/identity/history.ts';
import type { EventMeta, NewEvent } from '../../modules/kernel/event.ts';
import { entityView, history, type ModuleHistory, tally } from '../../modules/kernel/history.ts';
import type { Module } from '../../modules/kernel/module.ts';
import { paymentHistory } from '../../modules/payments/history.ts';
import { reviewHistory } from '../../modules/reviews/history.ts';
import { userHistory } from '../../modules/users/history.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { openLog } from '../runtime/logging/log.ts';
import { historyOf } from '../start/operations/history-of.ts';
import { newEvent } from '../testing/deciding/new-event.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { HistoryIndexFile } from './history-index-file.ts';

/** A log with these events, and its history; closed with the test. */
async function logWith(events: readonly [string, NewEvent][], told: readonly ModuleHistory[]) {
  const folder = temporaryFolder();
  const store = openSqliteEventStore({ file: join(folder, 'events.db') });
  for (const [stream, event] of events) await store.append(stream, 'any', [event]);
  const module: Module = { name: 'told', routes: [], projections: [], reactors: [], timers: [], history: told };
  const { feed, reader } = historyOf({
    file: new HistoryIndexFile({ file: join(folder, 'history.db') }),
    ...{ plainStore: store, openedStore: store, modules: [module], log: openLog('silent') },
    personName: async () => 'Mina',
    toolName: async () => 'Hammer',
  });
  feed.start();
  onTestFinished(async () => {
    await feed.close();
    await store.close();
  });
  return { feed, reader, head: await store.head() };
}

const withMeta = (event: NewEvent, meta: Partial<EventMeta> | null): NewEvent => ({
  ...event,
  meta: meta as EventMeta,
});

const odd: [string, NewEvent][] = [
  ['booking-odd', newEvent({ type: 'BookingNoted', data: 'a text' })],
  ['booking-odd', newEvent({ type: 'BookingPacked', data: null })],
  ['booking-odd', newEvent({ type: 'ToolBooked', data: { bookingId: 'odd', price: 'much', uid: 5 } })],
  ['tool-odd', newEvent({ type: 'ToolAdded', data: null })],
  ['user-odd', newEvent({ type: 'UserRegistered', data: null })],
  ['payment-odd', newEvent({ type: 'PaymentSucceeded', data: null })],
  ['review-odd', newEvent({ type: 'ReviewAdded', data: null })],
  ['skipped-events', newEvent({ type: 'EventSkipped', data: null })],
  ['odd-1', newEvent({ type: 'OfAnotherRelease', data: null })],
  [
    'checkout-odd',
    withMeta(newEvent({ type: 'CheckoutAbandoned', data: {} }), {
      ...newEvent({ type: '', data: {} }).meta,
      schema: 99,
    }),
  ],
  [
    'checkout-odd',
    withMeta(newEvent({ type: 'CheckoutPlaced', data: { orders: 'none' } }), newEvent({ type: '', data: {} }).meta),
  ],
];
const ofNobody: [string, NewEvent][] = [
  ['checkout-nobody', withMeta(newEvent({ type: 'CheckoutAbandoned', data: {} }), {})],
];

it('a log of events that say nothing that can be read is indexed to its end, and each is told of as such', async () => {
  const all = [...odd, ...ofNobody];
  const told = [bookingHistory('usd'), catalogHistory, accountHistory, paymentHistory, reviewHistory, userHistory];
  const { feed, reader, head } = await logWith(all, told);
  expect(await feed.fresh()).toEqual({ reached: head, isWhole: true });
  const entries = await reader.entries.wanted(feed.newest({}, { limit: 100 }), {});
  expect(entries).toHaveLength(all.length);
  for (const { sentence } of entries) expect(sentence).toMatch(/, (an event that cannot be|which this release cannot)/);
  for (const { event } of entries) expect((await reader.causes.of(event?.id ?? '')).event.event?.id).toBe(event?.id);
  for (const [stream] of all) {
    expect(await reader.travel.asOf(stream, undefined)).toMatchObject({
      state: stream === 'checkout-odd' ? { orders: 'none' } : null, // Of checkouts what was written is shown.
    });
    expect((await reader.steps.around(stream, { at: undefined, limit: 10 })).steps.length).toBeGreaterThan(0);
  }
  expect(await reader.travel.asOf('order-counts', undefined)).toMatchObject({ state: { total: 0 } });
});

it('what keeps the log from being indexed is said once it has failed some times', async () => {
  const thing = entityView<object>({ name: 'thing', initial: {}, evolve: (state) => state, shown: () => undefined });
  const broken = tally<unknown>({
    name: 'broken',
    of: thing,
    types: ['Happened'],
    keptAs: 1,
    initial: {},
    add: (_, { event }) => event.position, // No JSON: it cannot be kept.
    shown: () => ({}),
  });
  const many = Array.from({ length: 600 }, (_, nth): [string, NewEvent] => [
    `thing-${nth}`,
    newEvent({ type: 'Happened', data: {} }),
  ]);
  const { feed } = await logWith(many, [history({ streams: ['thing'], events: {}, tallies: [broken] })]);
  await expect.poll(() => feed.wrong).toContain('BigInt');
  expect(await feed.fresh()).toMatchObject({ isWhole: false, wrong: expect.stringContaining('BigInt') });
});
