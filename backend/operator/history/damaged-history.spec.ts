import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AsOf, HistoryEntry, HistorySteps, Why } from '../../../modules/audit/contract.ts';
import type { OrderCounts } from '../../../modules/booking/figures/contract.ts';
import type { NewEvent } from '../../../modules/kernel/event.ts';
import type { Status } from '../../../modules/operations/contract.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { newEvent } from '../../testing/deciding/new-event.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const patient = { timeout: 60_000, interval: 200 };

/** A shop with an order, whose log somebody writes into while it is closed. */
async function damagedShop(eventsOf: (order: { bookingId: string; uid: string }) => readonly [string, NewEvent][]) {
  const dataDir = temporaryFolder();
  const settings = { DATA_DIR: dataDir };
  const open = async () => {
    const shop = await startShop({ ...settings, LOG_LEVEL: 'silent', SEED: 'demo' }, { passwords: quickPasswords });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= shop.close();
      return closed;
    };
    onTestFinished(close);
    return { close, origin: shop.origin, admin: await signIn(shop.origin, demoAdmin.email, demoPassword) };
  };
  const first = await open();
  const mina = await signUp(first.origin, 'Mina');
  const order = orderOf(mina, await addTool(first.admin), 19.99);
  const { insertedId: bookingId } = (await mina.post<{ insertedId: string }>('/booking', order)).body;
  await first.close();
  const store = openSqliteEventStore({ file: join(dataDir, 'events.db') });
  for (const [stream, event] of eventsOf({ bookingId, uid: 'mina' })) await store.append(stream, 'any', [event]);
  await store.close();
  const { admin, close } = await open();
  const get = async <Body>(path: string): Promise<Body> => {
    const { status, body } = await admin.get<Body>(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    return body;
  };
  /** What the history says of the order counts, and what GETs do. */
  const counts = async () => {
    const { state } = await get<AsOf>('/history/order-counts');
    const { position: _, ...shown } = await get<OrderCounts & { position: string }>('/orders/counts');
    return { state, shown };
  };
  return { settings, admin, bookingId, get, counts, close };
}

async function operator(settings: { DATA_DIR: string }, ...words: string[]) {
  const { code, stdout, stderr } = await operate(settings, ...words);
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
  return stdout;
}

describe('the history of a log with an event that cannot be folded', () => {
  it('lists it as what it is and goes on, by calls and at the command line, and agrees with the order counts', async () => {
    const nothing = newEvent({ type: 'BookingDeleted', data: null });
    const { settings, admin, get, counts, close } = await damagedShop(() => [['booking-damaged', nothing]]);
    const { id } = nothing;
    const found = async () => (await get<HistoryEntry[]>('/history?limit=50')).find(({ event }) => event?.id === id);
    expect(await found()).toMatchObject({
      sentence: 'BookingDeleted, an event that cannot be read',
      entity: 'booking:damaged',
      event: { data: {}, unreadable: 'What BookingDeleted says is no object.' },
    });
    expect(await get<Why>(`/history/why/${id}`)).toMatchObject({ event: { type: 'BookingDeleted' } });
    expect(await get<AsOf>('/history/booking-damaged')).toMatchObject({ state: null, revision: 0 });
    expect(await get<HistorySteps>('/history/order-counts/steps')).toMatchObject({ asOf: { state: { total: 1 } } });
    expect((await counts()).state).toEqual((await counts()).shown);
    expect(await get<Status>('/operations/status')).toMatchObject({ history: { wrong: null } });
    const said = async () => {
      expect(await operator(settings, 'history', '--stream', 'booking-damaged')).toContain('an event that cannot be');
      expect(await operator(settings, 'why', id)).toContain('BookingDeleted, an event that cannot be read');
      expect(await operator(settings, 'as-of', 'booking-damaged')).toContain('Nothing is shown of it.');
      expect(await operator(settings, 'what-if', '--without', id)).toContain('differ');
    };
    await said();
    await expect.poll(async () => (await admin.get<unknown[]>('/operations/parked')).body, patient).toHaveLength(1);
    expect((await admin.post(`/operations/parked/${id}/skip`, { reason: 'Damaged' })).status).toBe(200);
    expect((await counts()).state).toMatchObject({ total: 1 });
    await close();
    await said();
  });

  it('counts what happens to its order as GET /orders/counts does: not while it is parked, and once it is skipped', async () => {
    const bad = newEvent({ type: 'BookingPaid', data: { bookingId: 'replaced', amount: null } });
    const { admin, bookingId, get, counts, settings } = await damagedShop(({ bookingId, uid }) => [
      [`booking-${bookingId}`, { ...bad, data: { bookingId, uid, amount: null } }],
      [`booking-${bookingId}`, newEvent({ type: 'BookingDeleted', data: { bookingId, uid, toolId: 't1', by: uid } })],
    ]);
    const whileParked = await counts();
    expect(whileParked.shown).toMatchObject({ total: 1, unpaid: 1 });
    expect(whileParked.state).toEqual(whileParked.shown);
    expect(await get<AsOf>(`/history/booking-${bookingId}`)).toMatchObject({ state: { status: 'unpaid' } });
    const told = (await get<HistoryEntry[]>(`/history?entity=booking:${bookingId}`)).find(
      ({ event }) => event?.id === bad.id,
    );
    expect(told).toMatchObject({ changes: [], event: { unreadable: expect.any(String) } });
    const before = (await get<AsOf>('/history/order-counts')).position;
    expect((await admin.post(`/operations/parked/${bad.id}/skip`, { reason: 'Damaged' })).status).toBe(200);
    await expect.poll(async () => (await counts()).shown, patient).toMatchObject({ total: 0, unpaid: 0 });
    const onceSkipped = await counts();
    expect(onceSkipped.state).toEqual(onceSkipped.shown);
    expect(await get<AsOf>(`/history/booking-${bookingId}`)).toMatchObject({ state: { status: 'deleted' } });
    // What was true then stays.
    expect(await get<AsOf>(`/history/order-counts?at=${before}`)).toMatchObject({ state: { total: 1, unpaid: 1 } });
    const { steps } = await get<HistorySteps>('/history/order-counts/steps');
    expect(steps.flatMap(({ changes }) => changes.map(({ field }) => field))).toContain('unpaid');
    expect(JSON.parse(await operator(settings, 'as-of', 'order-counts', '--json'))).toMatchObject({
      state: { total: 0, unpaid: 0 },
    });
  });
});
