import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../modules/audit/contract.ts';
import type { Decided, ParkedEvent, Status } from '../../../modules/operations/contract.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { strangeIds } from '../http/strange-ids.ts';
import { openShop, shopUnderTest } from '../shop-under-test.ts';
import { parkEvent } from '../stores/park-event.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const shop = shopUnderTest({ SEAL_EVERY: '0' });
const soon = { timeout: 60_000, interval: 200 };

const parked = async (who = shop.admin) => (await who.get<ParkedEvent[]>('/operations/parked')).body;
const isParked = async (id: string) => (await parked()).some(({ eventId }) => eventId === id);
const status = async (who = shop.admin) => (await who.get<Status>('/operations/status')).body;
const statusWhen = (isSo: (now: Status) => boolean) => expect.poll(async () => isSo(await status()), soon).toBe(true);

describe('GET /operations/status', () => {
  it('tells how the shop is: nodes, stores, projections, reactors, what is parked, seals and backups', async () => {
    await statusWhen(({ nodes }) => nodes?.[0]?.standing === 'serving');
    const now = await status();
    expect(now.nodes).toMatchObject([
      { isThis: true, pid: process.pid, address: shop.origin, heardAgo: 0, stopped: 0 },
    ]);
    expect(now.stores).toMatchObject([
      { store: 'events', answers: true },
      { store: 'read models', answers: true },
    ]);
    expect(now.projections).toContainEqual(
      expect.objectContaining({ projection: 'bookings', version: expect.any(Number), reason: null }),
    );
    expect(now.reactors.map(({ reactor }) => reactor)).toContain('release-stock');
    expect(now.seals).toEqual({ last: null, every: null, dueSince: null, alarm: null });
    expect(now.backups).toMatchObject({ last: null });
    await statusWhen(({ projections }) => projections.every(({ lag, state }) => lag === 0 && state === 'live'));
  });

  it('knows every node that shares the stores, and of none that has left', async () => {
    const other = await openShop({ DATA_DIR: shop.dataDir });
    await statusWhen(
      ({ nodes }) =>
        nodes?.some(({ address, standing }) => address === other.origin && standing === 'serving') === true,
    );
    const [first, second] = (await status()).nodes ?? [];
    expect([first?.isThis, second?.isThis]).toEqual([true, false]);
    await other.close();
    await statusWhen(({ nodes }) => nodes?.length === 1);
  });

  it('asks the stores once a second, however many look', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.admin.get<Status>('/operations/status')));
    expect(new Set(answers.map(({ body }) => body.at)).size).toBeLessThanOrEqual(2);
  });
});

describe('a parked event', () => {
  it('is listed with who could not do with it, and why', async () => {
    const id = await parkEvent(shop);
    const found = (await parked()).find(({ eventId }) => eventId === id);
    expect(found).toMatchObject({
      type: 'BookingPaid',
      readers: [{ reader: expect.stringMatching(/^reactor:/), state: 'parked', error: 'TypeError: Cannot read it' }],
    });
    await statusWhen((now) => now.parked.parked > 0);
  });

  it('of a session shows neither whose nor what was in it', async () => {
    const id = await parkEvent(shop, { stream: 'session-whose' });
    const { text } = await shop.admin.get('/operations/parked');
    expect(text).not.toContain('whose');
    expect((await parked()).find(({ eventId }) => eventId === id)).toMatchObject({
      stream: 'session',
      readers: [{ error: 'TypeError' }],
    });
  });

  it('is tried again, and the history says who wanted it', async () => {
    const id = await parkEvent(shop);
    const reply = await shop.admin.post<Decided>(`/operations/parked/${id}/retry`, undefined);
    expect(reply).toMatchObject({ status: 200, body: { acknowledged: true, readers: [expect.any(String)] } });
    expectPosition(reply);
    expect((await parked()).find(({ eventId }) => eventId === id)?.readers[0]?.state).toBe('retry');
    const wanted = (await storedEventsOf(shop, 'RetryWanted')).at(-1);
    expect(wanted).toMatchObject({
      data: { eventId: id, readers: reply.body.readers },
      meta: { actor: { uid: decodeJwt(shop.admin.token ?? '').sub, role: 'admin' }, command: 'RetryParked' },
    });
  });

  it('is skipped for good with a reason, which the history keeps; every node shows it gone', async () => {
    const id = await parkEvent(shop);
    const other = await openShop({ DATA_DIR: shop.dataDir });
    try {
      const reply = await shop.admin.post<Decided>(`/operations/parked/${id}/skip`, { reason: '  Typed wrong ' });
      const position = expectPosition(reply);
      expect(await isParked(id)).toBe(false);
      const there = await fetch(`${other.origin}/operations/parked`, {
        headers: { authorization: `Bearer ${shop.admin.token}` },
      });
      expect(await there.text()).not.toContain(id);
      const { body } = await shop.admin.get<HistoryEntry[]>('/history?type=EventSkipped&limit=1');
      expect(body).toMatchObject([
        {
          position: `${position}`,
          actor: { uid: decodeJwt(shop.admin.token ?? '').sub },
          sentence: expect.stringContaining('pass over BookingPaid: Typed wrong'),
        },
      ]);
    } finally {
      await other.close();
    }
  });

  it('that another admin has decided about is not there any more', async () => {
    const id = await parkEvent(shop);
    const skip = () => shop.admin.post(`/operations/parked/${id}/skip`, { reason: 'Bad' });
    expect((await skip()).status).toBe(200);
    expectProblem(await skip(), 404, `No event ${id} is parked.`);
    expectProblem(await shop.admin.post(`/operations/parked/${id}/retry`, undefined), 404);
  });

  it('is not passed over without a reason, nor under a key that was used for another', async () => {
    const [id, another] = [await parkEvent(shop), await parkEvent(shop)];
    for (const reason of ['', '  ', 'x'.repeat(501), 7, undefined]) {
      expectInvalid(await shop.admin.post(`/operations/parked/${id}/skip`, { reason }), 'reason');
    }
    const headers = { 'idempotency-key': randomUUID() };
    expect((await shop.admin.post(`/operations/parked/${id}/skip`, { reason: 'Bad' }, { headers })).status).toBe(200);
    expectProblem(await shop.admin.post(`/operations/parked/${another}/skip`, { reason: 'Bad' }, { headers }), 409);
    expect(await isParked(another)).toBe(true);
  });

  it.each(strangeIds)('is none that is called %j', async (id) => {
    const path = `/operations/parked/${encodeURIComponent(id)}/retry`;
    expectProblem(await shop.admin.post(path, undefined), 404);
  });
});
