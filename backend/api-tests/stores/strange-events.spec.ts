import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Status } from '../../../modules/operations/contract.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { ApiClient, addTool, orderOf, password, signIn, signUp } from '../../testing/api-client.ts';
import { live } from '../../testing/clients/live-client.ts';
import { newEvent } from '../../testing/deciding/new-event.ts';
import { type StrangeEvent, showLastOnly, writeStrangeEvent } from '../../testing/logs/strange-events.ts';
import { operate } from '../../testing/operators-desk.ts';
import { pairUnderTest, storesUnderTest } from '../../testing/shops/stores-under-test.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { openShop } from '../shop-under-test.ts';
import { storedEventsOf } from './stored-events-of.ts';

const isInSqlite = pairUnderTest.startsWith('sqlite');
const wellSaid = JSON.stringify(newEvent({ type: '', data: {} }).meta);

/** What may lie in a log that no shop has written there. */
const strange: readonly (readonly [what: string, event: Partial<StrangeEvent>])[] = [
  ['says nothing about itself', { meta: '{}' }],
  ['has nothing in the place of that', { meta: 'null' }],
  ['has a text there', { meta: '"by hand"' }],
  ['has something there that is no JSON', { meta: 'by hand' }],
  ['says that it is of no version', { meta: wellSaid.replace('"schema":1', '"schema":"two"') }],
  ['says of no time when it was', { meta: wellSaid.replace(/"time":"[^"]*"/, '"time":"soon"') }],
  ['says nothing', { data: 'null' }],
  ['says something that is no JSON', { data: '{"bookingId":' }],
  ['is of nobody', { type: 'WeatherChanged', data: '{"rain":true}', meta: '{}' }],
  ['is of nobody, in a stream of nobody', { stream: 'weather', type: 'WeatherChanged', data: 'wet', meta: 'wet' }],
];

const decisions = [
  ['skipped-events', 'EventSkipped'],
  ['projections', 'ProjectionPromoted'],
] as const;

/** A shop in which an order is placed each time that one looks whether it goes on. */
async function goingOn(dataDir?: string) {
  const lines: string[] = [];
  const log = openLog('warn', { write: (line: string) => void lines.push(line) });
  const shop = await openShop(dataDir === undefined ? {} : { DATA_DIR: dataDir }, { log });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= shop.close();
    return closed;
  };
  onTestFinished(async () => {
    await close();
    rmSync(shop.dataDir, { recursive: true, force: true });
  });
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const mina = await signUp(shop.origin);
  const tool = await addTool(admin, { Available: 1_000 });
  const order = () => placeOrder(mina, tool);
  /** Everybody is answered, what happens is shown at once, and browsers are told. */
  const expectGoesOn = async () => {
    const browser = await live(shop.origin, mina.token);
    const bookingId = await order();
    const mine = await mina.get<{ _id: string }[]>(`/booking?personEmail=${encodeURIComponent(mina.email)}`);
    expect(mine).toMatchObject({
      status: 200,
      body: expect.arrayContaining([expect.objectContaining({ _id: bookingId })]),
    });
    await browser.next('booking.placed', { bookingId });
    browser.close();
    for (const path of [
      '/tool?limit=10',
      '/orders/counts',
      '/history?limit=20',
      '/operations/status',
      '/health/ready',
    ]) {
      const { status } = await admin.get(path);
      expect({ path, status }).toEqual({ path, status: 200 });
    }
    return bookingId;
  };
  return { shop, close, admin, mina, order, lines, expectGoesOn };
}

async function placeOrder(person: ApiClient, tool: string): Promise<string> {
  const reply = await person.post<{ insertedId: string }>('/booking', orderOf(person, tool, 19.99));
  expect(reply).toMatchObject({ status: 201 });
  return reply.body.insertedId;
}

describe('an event that no shop has written', () => {
  it('keeps nobody waiting but who asks for what it stands in, and is named', async () => {
    const { shop, admin, mina, order, lines, expectGoesOn } = await goingOn();
    const orders: string[] = [];
    const ids: string[] = [];
    for (const [what, event] of strange) {
      const bookingId = await order();
      const whole = { stream: `booking-${bookingId}`, type: 'BookingPaid', data: '{}', meta: wellSaid, ...event };
      const id = await writeStrangeEvent(shop.dataDir, whole);
      await expectGoesOn().catch((reason: unknown) => expect.fail(`that ${what}: ${reason}`));
      ids.push(id);
      if (whole.stream !== 'weather') orders.push(bookingId);
    }
    // Nothing is decided on a part of what happened; what was said well, to no end, is taken for what it is.
    for (const id of orders) expect([409, 503]).toContain((await mina.delete(`/booking/${id}`)).status);
    const named = async () =>
      (await admin.get<{ eventId: string }[]>('/operations/parked')).body.map(({ eventId }) => eventId);
    for (const [at, [, { type }]] of strange.entries()) {
      if (isInSqlite && type === 'WeatherChanged') continue; // Nobody wants it, and nothing is missing without it.
      await expect.poll(named).toContain(ids[at]);
    }
    expect((await admin.get<Status>('/operations/status')).body.history).toMatchObject({ wrong: null });
    if (isInSqlite) return;
    // The store hands it to nobody: it is named, here and in the log, until an operator has said that it is known.
    const [known = ''] = ids;
    expect(lines.join('')).toContain(known);
    const decided = { status: 200, body: { readers: ['log'] } };
    expectProblem(await admin.post(`/operations/parked/${known}/retry`), 409);
    expect(await named()).toContain(known);
    expect(await admin.post(`/operations/parked/${known}/skip`, { reason: 'By hand' })).toMatchObject(decided);
    expect(await named()).not.toContain(known);
  });

  it('keeps nobody known who asks to be forgotten, though it stands among what is known of them', async () => {
    const { shop, admin, mina } = await goingOn();
    const stream = `user-${decodeJwt(mina.token ?? '').sub}`;
    await writeStrangeEvent(shop.dataDir, { stream, type: 'ProfileUpdated', data: 'null', meta: wellSaid });
    expect(await mina.delete('/me', { body: { password } })).toMatchObject({ status: 204 });
    expect(await admin.get(`/user?q=${encodeURIComponent(mina.email)}`)).toMatchObject({ status: 200, body: [] });
  });

  it('keeps nobody known whom an admin forgets, though it stands in their account, which then opens for nobody', async () => {
    const { shop, admin, mina, order } = await goingOn();
    const bookingId = await order();
    const [account] = (await storedEventsOf(shop, 'AccountOpened')).slice(-1);
    const stream = account?.stream ?? '';
    await writeStrangeEvent(shop.dataDir, { stream, type: 'AddressProved', data: '{}', meta: '{}' });
    // Nobody can tell whether it is their password.
    expectProblem(await mina.delete('/me', { body: { password } }), 503);
    const headers = { 'Idempotency-Key': 'forget mina' };
    const forget = () => admin.delete(`/people/${mina.email}`, { body: { password: demoPassword }, headers });
    expect(await forget()).toMatchObject({ status: 204 });
    expect(await forget()).toMatchObject({ status: 204 });
    expect(await admin.get(`/user?q=${encodeURIComponent(mina.email)}`)).toMatchObject({ status: 200, body: [] });
    expect(await admin.get(`/booking/${bookingId}`)).toMatchObject({ status: 404 });
    expect((await storedEventsOf(shop, 'SubjectKeyDestroyed')).at(-1)).toMatchObject({
      data: { uid: decodeJwt(mina.token ?? '').sub },
    });
    expect((await mina.get('/me/sessions')).status).toBeGreaterThan(400);
    const someone = new ApiClient(shop.origin);
    const { email } = mina;
    expectProblem(await someone.post('/identity/sign-in', { email, password }), 503);
    expectProblem(await someone.post('/identity/sign-up', { name: 'Mina', email, password }), 503);
  });

  it('keeps no shop from opening, and is got past by whoever reads all of the log', async () => {
    const first = await goingOn();
    const { dataDir } = first.shop;
    const bookingId = await first.order();
    const settings = { ...(await storesUnderTest(dataDir)), DATA_DIR: dataDir, LOG_LEVEL: 'error' };
    const other = newEvent({ type: 'BookingPaid', data: { bookingId, uid: 'mina' } });
    for (const [, event] of strange) {
      const stream = `booking-${bookingId}`;
      await writeStrangeEvent(dataDir, { stream, type: other.type, data: '{}', meta: wellSaid, ...event });
    }
    // Also among what operators have decided, which is read before anything is shown.
    for (const [stream, type] of decisions)
      for (const strangely of [{ data: 'null' }, { meta: '{}' }, { meta: 'by hand' }])
        await writeStrangeEvent(dataDir, { stream, type, data: '{}', meta: wellSaid, ...strangely });
    await showLastOnly(dataDir, ...decisions.map(([stream]) => stream));
    await first.expectGoesOn();
    await first.close();
    const second = await goingOn(dataDir);
    await second.expectGoesOn();
    const said = async (...words: string[]) => {
      const { code, stdout, stderr } = await operate(settings, ...words);
      expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
      return stdout;
    };
    await said('projections', 'rebuild', 'bookings', '--reason', 'Strange events');
    await second.expectGoesOn();
    const verified = await operate(settings, 'verify');
    expect(verified.stderr + verified.stdout).toContain('The read models are what the history makes of them');
    // What it could not fold it names, and it fails until an operator has said that it is to be passed over.
    expect(verified.code).toBe(1);
    const audited = await operate(settings, 'audit', 'verify');
    expect(audited.stderr + audited.stdout).toMatch(isInSqlite ? /position \d+ is damaged/ : /./);
    expect(await said('history', '--limit', '60')).toContain('of Test Hammer');
    await said('export', join(dataDir, 'exported'));
  });
});
