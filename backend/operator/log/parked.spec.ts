import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { DomainEvent } from '../../../modules/kernel/event.ts';
import type { ParkedEvent } from '../../../modules/operations/contract.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { repeat } from '../../runtime/retries/repeat.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { addTool, orderOf, password, signIn, signUp } from '../../testing/api-client.ts';
import { newEvent } from '../../testing/counters.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const patient = { timeout: 60_000, interval: 200 };

// Side by side, some at a time: they wait for longer than they work.
describe.concurrent('an event that the shop cannot do with', () => {
  it('is named, tried again and skipped by an operator while the shop runs, which goes on', async (test) => {
    const { dataDir, open, damage, ready } = shopWithDamage(test);
    const shop = await open();
    const id = await damage();
    await vi.waitFor(
      async () =>
        expect(await ready(shop.origin)).toMatchObject({
          status: 'ready',
          parked: expect.arrayContaining([
            expect.objectContaining({ reader: 'reactor:release-stock', eventId: id, type: 'BookingDeleted' }),
            expect.objectContaining({ reader: expect.stringMatching(/^projection:bookings\.v\d+$/), eventId: id }),
          ]),
        }),
      patient,
    );
    expect((await signUp(shop.origin)).email).toMatch(/@/); // It still takes what comes.
    const said = await operator(dataDir, 'parked');
    expect(said).toMatch(new RegExp(`${id} parked since .*reactor:release-stock could not do with BookingDeleted of`));
    expect(await operator(dataDir, 'parked', 'retry', id)).toContain('reactor:release-stock tries again.');
    const states = async () => (await ready(shop.origin)).parked?.map(({ state }) => state) ?? [];
    await vi.waitFor(async () => expect(await states()).toContain('retry'), patient);
    await vi.waitFor(async () => expect(new Set(await states())).toEqual(new Set(['parked'])), patient);
    expect(await operator(dataDir, 'parked', 'skip', id, '--reason', 'Damaged', '--as', 'Ada')).toContain(
      'reactor:release-stock passes over it.',
    );
    await vi.waitFor(async () => expect(await ready(shop.origin)).toEqual({ status: 'ready' }), patient);
    expect(await operator(dataDir, 'parked')).toBe('Nothing is parked.\n');
    const skipped = (await operator(dataDir, 'history', '--raw', '--stream', 'skipped-events')).trim().split('\n');
    expect(skipped.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        type: 'EventSkipped',
        data: expect.objectContaining({ eventId: id, reader: 'reactor:release-stock', reason: 'Damaged' }),
        meta: expect.objectContaining({ actor: { uid: 'operator:Ada', role: 'operator', name: 'Ada' } }),
      }),
    );
  });

  it('is also one that says nothing where personal data should be sealed: it keeps nobody from reading the rest', async (test) => {
    const { dataDir, open, damage, ready } = shopWithDamage(test);
    const shop = await open();
    const id = await damage({ type: 'ToolBooked', data: null });
    await vi.waitFor(async () => expect((await ready(shop.origin)).parked?.[0]?.eventId).toBe(id), patient);
    expect((await signUp(shop.origin)).email).toMatch(/@/);
    await shop.close();
    const again = await open();
    expect((await ready(again.origin)).status).toBe('ready');
    expect(await operator(dataDir, 'parked')).toContain('DamagedEvent: What ToolBooked says is no object.');
  });

  it('is decided about in the browser too, and no list is shown that lacks what was there before', async (test) => {
    const { open, damage, ready } = shopWithDamage(test);
    const { origin } = await open();
    const admin = await signIn(origin, demoAdmin.email, demoPassword);
    const buyer = await signUp(origin);
    const toolId = await addTool(admin, { PerPrice: 1 });
    for (let order = 0; order < 3; order++) await buyer.post('/booking', orderOf(buyer, toolId, 1));
    const id = await damage();
    const states = async () => {
      const { body } = await admin.get<ParkedEvent[]>('/operations/parked');
      return body.flatMap(({ readers }) => readers.map(({ state }) => state));
    };
    await vi.waitFor(async () => expect(await states()).toEqual(['parked', 'parked']), patient);
    const seen = new Set<string>();
    const watching = new AbortController();
    const watched = repeat(
      'looking at orders',
      { every: 5, log: openLog('silent'), signal: watching.signal },
      async () => {
        const { status, body } = await admin.get<Booking[]>('/booking');
        seen.add(status === 200 ? `${body.length} orders` : `${status}`);
      },
    );
    try {
      expect((await admin.post(`/operations/parked/${id}/retry`, undefined)).status).toBe(200);
      // It is damaged still.
      await vi.waitFor(async () => expect(await states()).toEqual(['parked', 'parked']), patient);
      expect((await admin.post(`/operations/parked/${id}/skip`, { reason: 'Damaged' })).status).toBe(200);
      expect(await states()).toEqual([]);
      await vi.waitFor(async () => expect(await ready(origin)).toEqual({ status: 'ready' }), patient);
    } finally {
      watching.abort();
      await watched;
    }
    seen.delete('503');
    expect([...seen]).toEqual(['3 orders']);
    expect((await admin.get<Booking[]>('/booking')).body).toHaveLength(3);
  });
});

describe.concurrent('an event that the shop cannot do with', () => {
  it('stops the books alone, which are wrong without it; the shop stays ready', async (test) => {
    const { dataDir, open, damage, ready } = shopWithDamage(test);
    const { origin } = await open();
    const id = await damage({ type: 'PaymentUnmatched', data: { bookingId: 'b1', amount: null } }, 'booking-b1');
    await vi.waitFor(
      async () => expect(await ready(origin)).toMatchObject({ status: 'ready', stopped: ['books'] }),
      patient,
    );
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    const verified = await operate({ DATA_DIR: dataDir }, 'verify');
    expect(verified.code).toBe(1);
    expect(verified.stdout).toMatch(new RegExp(`^books stands still before PaymentUnmatched of .* ${id}`, 'm'));
    expect(verified.stderr).toMatch(/as far as they go; but some do not go on\.\n$/);
    await operator(dataDir, 'parked', 'skip', id, '--reason', 'Damaged');
    await vi.waitFor(async () => expect(await ready(origin)).toEqual({ status: 'ready' }), patient);
    await vi.waitFor(async () => expect((await operate({ DATA_DIR: dataDir }, 'verify')).code).toBe(0), patient);
  });

  it('does not keep a person in a document that stays as it was', async (test) => {
    const { open, damage, ready } = shopWithDamage(test);
    const shop = await open();
    const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
    const mina = await signUp(shop.origin);
    const order = orderOf(mina, await addTool(admin), 19.99);
    const { insertedId: bookingId } = (await mina.post<{ insertedId: string }>('/booking', order)).body;
    const uid = decodeJwt(mina.token ?? '').sub;
    await damage({ type: 'ToolBooked', data: { bookingId, uid, price: null } }, `booking-${bookingId}`);
    await vi.waitFor(async () => expect((await ready(shop.origin)).parked?.length).toBeGreaterThan(0), patient);
    const shown = async () => (await admin.get<Booking[]>('/booking')).body;
    expect(await shown()).toMatchObject([{ _id: bookingId, personEmail: mina.email }]);
    expect((await mina.delete('/me', { body: { password } })).status).toBe(204);
    await vi.waitFor(
      async () => expect(await shown()).toMatchObject([{ _id: bookingId, personEmail: 'erased' }]),
      patient,
    );
  });

  it('is skipped while the shop is closed, and no start meets it again', async (test) => {
    const { dataDir, open, damage, ready } = shopWithDamage(test);
    const first = await open();
    const id = await damage();
    await vi.waitFor(async () => expect((await ready(first.origin)).parked).toHaveLength(2), patient);
    await first.close();
    await operator(dataDir, 'parked', 'skip', id, '--reason', 'Damaged');
    const { origin } = await open();
    expect(await ready(origin)).toEqual({ status: 'ready' });
    expect(await operator(dataDir, 'verify')).toMatch(/are what the history makes of them/);
  });

  it('is not skipped without a reason, nor when there is none', async (test) => {
    const settings = { DATA_DIR: temporaryFolder(test) };
    await openSqliteEventStore({ file: join(settings.DATA_DIR, 'events.db') }).close();
    const none = '00000000-0000-4000-8000-000000000000';
    const withoutReason = await operate(settings, 'parked', 'skip', none);
    expect(withoutReason).toMatchObject({ code: 1, stderr: expect.stringMatching(/^parked skip needs a --reason/) });
    const unknown = await operate(settings, 'parked', 'skip', none, '--reason', 'Why not');
    expect(unknown).toMatchObject({ code: 1, stderr: `No event ${none} is parked.\n` });
  });
});

type Ready = { status: string; parked?: { reader: string; eventId: string; state: string }[] };

/** A shop whose log somebody has written something into that is no event of the shop, but for its type. */
function shopWithDamage(test: TestContext) {
  const dataDir = temporaryFolder(test);
  return {
    dataDir,
    async open() {
      const shop = await startShop(
        { DATA_DIR: dataDir, LOG_LEVEL: 'silent', SEED: 'demo' },
        { passwords: quickPasswords },
      );
      let closed: Promise<void> | undefined;
      const close = () => {
        closed ??= shop.close();
        return closed;
      };
      test.onTestFinished(close);
      return { ...shop, close };
    },
    async damage(
      by: DomainEvent = { type: 'BookingDeleted', data: null },
      stream = 'booking-damaged',
    ): Promise<string> {
      const store = openSqliteEventStore({ file: join(dataDir, 'events.db') });
      const event = newEvent(by);
      await store.append(stream, 'any', [event]);
      await store.close();
      return event.id;
    },
    ready: async (origin: string): Promise<Ready> => (await fetch(`${origin}/health/ready`)).json() as Promise<Ready>,
  };
}

async function operator(dataDir: string, ...said: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await operate({ DATA_DIR: dataDir }, ...said);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}
