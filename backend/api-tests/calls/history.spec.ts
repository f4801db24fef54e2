import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { AsOf, HistoryEntry, Why } from '../../../modules/audit/contract.ts';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { OrderCounts } from '../../../modules/booking/figures/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { eventDeclarations } from '../../start/stores/event-declarations.ts';
import {
  type ApiClient,
  addTool,
  changedTool,
  orderOf,
  password,
  payInSandbox,
  type Reply,
  signUp,
} from '../../testing/api-client.ts';
import { live } from '../../testing/clients/live-client.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const shop = shopUnderTest();
const price = 19.99;
const soon = { timeout: 60_000 };
const everyType = [...eventDeclarations.keys()];

const uidOf = ({ token }: ApiClient) => decodeJwt(token ?? '').sub ?? '';
const historyOf = async (query: string) => (await shop.admin.get<HistoryEntry[]>(`/history?${query}`)).body;
const asOf = (stream: string, at: string | bigint) =>
  shop.admin.get<AsOf>(`/history/${stream}?at=${encodeURIComponent(String(at))}`);
const order = async (who: ApiClient, toolId: string) =>
  (await who.post<{ insertedId: string }>('/booking', orderOf(who, toolId, price))).body.insertedId;
const isPaid = async (who: ApiClient, bookingId: string) => (await who.get<Booking>(`/booking/${bookingId}`)).body.paid;

let toolId: string;
let paid: string;
let deleted: string;
/** What GETs said; as of which position, they say too. */
const seen: { readonly tool: Reply<Tool>; readonly counts: OrderCounts }[] = [];

/** Looks at the tool and the counts between two things that happen. */
async function look() {
  const tool = await shop.nobody.get<Tool>(`/tool/${toolId}`);
  const { body: counts } = await shop.admin.get<OrderCounts>('/orders/counts');
  seen.push({ tool, counts });
}

beforeAll(async () => {
  toolId = await addTool(shop.admin);
  await look();
  paid = await order(shop.shopper, toolId);
  await look();
  deleted = await order(shop.other, toolId);
  await look();
  await shop.other.delete(`/booking/${deleted}`);
  await look();
  expect(await payInSandbox(shop.shopper, paid, price)).toBe(200);
  await vi.waitFor(async () => expect(await isPaid(shop.shopper, paid)).toBe(true), soon);
  // The tool hears of it after the order.
  const sold = async () => (await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.sold;
  await vi.waitFor(async () => expect(await sold()).toBe(1), soon);
  await look();
  const review = { toolId, rating: 2, review: 'Bends', description: 'At the first nail.' };
  expect((await shop.shopper.post('/reviews', review)).status).toBe(201);
  await look();
  // The rating that it is added with, which is not the one that is shown.
  expect((await shop.admin.put(`/tool/${toolId}`, changedTool(0, { Ratings: 3 }))).status).toBe(200);
  await look();
  await shop.admin.put(`/user/admin/${shop.other.email}`);
});

describe('GET /history', () => {
  it('says in a sentence who did what, and what it changed, newest first', async () => {
    const [entry] = await historyOf(`entity=user:${uidOf(shop.other)}&type=UserPromoted`);
    expect(entry).toMatchObject({
      type: 'UserPromoted',
      stream: `user-${uidOf(shop.other)}`,
      entity: `user:${uidOf(shop.other)}`,
      actor: { role: 'admin', name: 'Demo Admin' },
      sentence: 'Demo Admin promoted Another Shopper to admin',
      changes: [{ field: 'role', after: 'admin' }],
      event: { data: { uid: uidOf(shop.other) } },
    });
    const whole = await historyOf('');
    const positions = whole.map(({ position }) => BigInt(position));
    expect(positions).toEqual(positions.toSorted((one, other) => (one > other ? -1 : 1)));
    expect(whole.find(({ type, entity }) => type === 'ToolBooked' && entity === `booking:${paid}`)?.sentence).toBe(
      'Test Shopper ordered 1 × Test Hammer for $19.99',
    );
  });

  it('has of every event what stands in the log, found by whatever one looks for', async () => {
    const log = (await storedEventsOf(shop, ...everyType)).toReversed();
    const [first, last] = [log.at(-5)?.meta.time ?? '', log.at(5)?.meta.time ?? ''];
    const correlation = log.find(({ type }) => type === 'ToolBooked')?.meta.correlationId ?? '';
    const actor = uidOf(shop.shopper);
    const filters: readonly (readonly [string, (event: StoredEvent) => boolean])[] = [
      ['', () => true],
      [`entity=tool:${toolId}`, ({ stream }) => stream === `tool-${toolId}`],
      [`entity=booking:${paid}`, ({ stream }) => stream === `booking-${paid}`],
      ['entity=booking:none', () => false],
      [`actor=${actor}`, ({ meta }) => meta.actor.uid === actor],
      ['type=ToolAdded', ({ type }) => type === 'ToolAdded'],
      ['type=NothingOfTheKind', () => false],
      ['actor=system&type=ToolAdded', ({ type, meta }) => type === 'ToolAdded' && meta.actor.uid === 'system'],
      [`correlation=${correlation}`, ({ meta }) => meta.correlationId === correlation],
      [`since=${last}`, ({ meta }) => meta.time >= last],
      [`until=${first}`, ({ meta }) => meta.time <= first],
      [
        `since=${first}&until=${last}&actor=system`,
        ({ meta }) => meta.time >= first && meta.time <= last && meta.actor.uid === 'system',
      ],
      [
        `entity=tool:${toolId}&actor=${actor}&type=StockReserved&since=${first}`,
        ({ stream, meta, type }) => stream === `tool-${toolId}` && meta.actor.uid === actor && type === 'StockReserved',
      ],
      ['since=2001-01-01&until=2001-12-31', () => false],
    ];
    for (const [query, isWanted] of filters) {
      const found = (await historyOf(query)).map(({ position }) => position);
      const inLog = log.filter(isWanted).map(({ position }) => `${position}`);
      // What happens by itself meanwhile stands before all of it.
      expect(found.slice(-inLog.length || found.length), query).toEqual(inLog);
    }
  });

  it('goes on page by page, and misses nothing', async () => {
    const whole = await historyOf('until=2999-01-01');
    const pages: HistoryEntry[] = [];
    for (let path: string | undefined = '/history?until=2999-01-01&limit=7'; path; ) {
      const reply: Reply<HistoryEntry[]> = await shop.admin.get(path);
      expect(reply.body.length).toBeLessThanOrEqual(7);
      pages.push(...reply.body);
      path = /^<(.+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1];
    }
    expect(pages.slice(-whole.length)).toEqual(whole);
  });

  it.each([
    ['entity', 'tool'],
    ['entity', ':x'],
    ['actor', ''],
    ['actor', '%00'],
    ['type', 'Tool Added'],
    ['since', 'yesterday'],
    ['since', '2026-13-01'],
    ['since', '2026-02-30'],
    ['until', '2026-02-29T12:00:00%2B02:00'],
    ['until', '17:00'],
    ['correlation', ''],
    ['limit', '0'],
    ['limit', '1001'],
    ['after', '-1'],
    ['after', 'x'],
  ])('refuses a %s of %j', async (name, value) =>
    expectInvalid(await shop.admin.get(`/history?${name}=${value}`), name),
  );

  it('shows at once what somebody has just done', async () => {
    const done = expectPosition(await shop.shopper.post('/booking', orderOf(shop.shopper, toolId, price)));
    const reply = await shop.admin.get<HistoryEntry[]>('/history?limit=3');
    expect(reply.body.some(({ position }) => BigInt(position) === done)).toBe(true);
    expect(expectPosition(reply)).toBeGreaterThanOrEqual(done);
  });
});

describe('what nobody is shown', () => {
  it('is of sessions and keys anything but type, time and actor', async () => {
    const whole = await historyOf('');
    const withheld = whole.filter(({ type }) => /^(Session|SubjectKey|OthersSignedOut)/.test(type));
    expect(withheld.length).toBeGreaterThan(3);
    for (const { type, at, actor, position, sentence, stream, ...rest } of withheld) {
      expect(stream).toMatch(/^(session|subject-key)$/);
      expect(rest).toEqual({
        revision: null,
        correlationId: null,
        causationId: null,
        entity: null,
        changes: [],
        event: null,
      });
    }
    const [started] = await storedEventsOf(shop, 'SessionStarted');
    expectProblem(await shop.admin.get(`/history/${started?.stream}`), 404);
    expect(JSON.stringify(whole)).not.toContain(started?.stream.slice('session-'.length));
  });

  it('is a password’s hash, a key, or what a factor is proved by', async () => {
    const whole = await historyOf('');
    expect(whole.some(({ type }) => type === 'AccountOpened')).toBe(true);
    expect(JSON.stringify(whole)).not.toMatch(/passwordHash|\$argon2|"secret"|publicKey|digest|challenge/i);
    const account = whole.find(({ type }) => type === 'AccountOpened')?.stream ?? '';
    const { body } = await shop.admin.get<AsOf>(`/history/${account}`);
    expect(Object.keys(body.state ?? {}).sort()).toEqual(['email', 'name', 'uid']);
  });

  it('is whoever was forgotten: they are gone from sentences, events, changes and every as-of', async () => {
    const somebody = await signUp(shop.origin, 'Gone Tomorrow');
    const bookingId = await order(somebody, toolId);
    const uid = uidOf(somebody);
    const [before] = await historyOf(`entity=booking:${bookingId}`);
    expect(before?.sentence).toBe('Gone Tomorrow ordered 1 × Test Hammer for $19.99');
    expect((await somebody.delete('/me', { body: { password } })).status).toBe(204);
    const forgotten = async () => (await historyOf(`entity=user:${uid}`)).map(({ type }) => type);
    await expect.poll(forgotten, soon).toContain('UserErased');
    const [after] = (await historyOf(`entity=booking:${bookingId}`)).filter(({ type }) => type === 'ToolBooked');
    expect(after?.sentence).toBe('An erased person ordered 1 × Test Hammer for $19.99');
    const all = [
      await historyOf(''),
      (await asOf(`booking-${bookingId}`, before?.position ?? '')).body,
      (await asOf(`user-${uid}`, before?.position ?? '')).body,
      (await shop.admin.get(`/history/why/${before?.position}`)).body,
    ];
    expect(JSON.stringify(all)).not.toMatch(new RegExp(`Gone Tomorrow|${somebody.email}`));
    expect(all[1]).toMatchObject({ state: { buyerName: 'erased', personEmail: 'erased' } });
  });
});

describe('GET /history/{stream}?at=', () => {
  it('shows a tool as GETs showed it then, but for what its reviews make of it, by position and by time, itself included', async () => {
    expect(seen.at(-1)?.tool.body).toMatchObject({ Ratings: 2, RatingsAdded: 3, reviews: 1 });
    const entries = await historyOf(`entity=tool:${toolId}`);
    for (const { tool: reply } of seen) {
      const position = expectPosition(reply);
      const { Ratings, RatingsAdded = Ratings, reviews: _, stars: __, ...rest } = reply.body;
      const tool = { ...rest, RatingsAdded };
      expect((await asOf(`tool-${toolId}`, position)).body.state).toEqual(tool);
      const [last] = entries.filter((entry) => BigInt(entry.position) <= position);
      const then = await asOf(`tool:${toolId}`, last?.at ?? '');
      expect(then.body).toEqual({
        state: tool,
        revision: last?.revision,
        position: last?.position,
        at: last?.at,
      });
    }
  });

  it('steps with the changes that the history tells of', async () => {
    const steps = (await historyOf(`entity=booking:${paid}`)).toReversed();
    let state: Record<string, unknown> = {};
    for (const { position, changes, revision } of steps) {
      for (const { field, before, after } of changes) {
        expect(state[field], field).toEqual(before);
        const { [field]: _, ...rest } = state;
        state = after === undefined ? rest : { ...rest, [field]: after };
      }
      expect((await asOf(`booking-${paid}`, position)).body).toMatchObject({ state, revision, position });
    }
    expect(state).toMatchObject({ status: 'paid', paid: true });
  });

  it('shows what an order was that is gone, and how it ended', async () => {
    const { body } = await shop.admin.get<AsOf>(`/history/booking-${deleted}`);
    expect(body.state).toMatchObject({ _id: deleted, status: 'deleted', buyerName: 'Another Shopper' });
  });

  it('shows the order counts as they were', async () => {
    const all = seen.map(({ counts }) => counts);
    expect(all[0]).toMatchObject({ total: 0 });
    // Of before the first event there is nothing to be shown, and before an order a node may say that it stands there still.
    const told = all.filter(({ position }) => position !== '0');
    expect(told.length).toBeGreaterThanOrEqual(4);
    for (const { position, ...counts } of told)
      expect((await asOf('order-counts', position)).body.state).toEqual(counts);
    const { body: now } = await shop.admin.get<OrderCounts>('/orders/counts');
    const { body } = await shop.admin.get<AsOf>('/history/order-counts');
    expect({ ...body.state, position: now.position }).toEqual(now);
  });

  it('knows nothing of what was not there yet, or never was', async () => {
    expectProblem(await asOf(`tool-${toolId}`, '1'), 404, 'There was no such thing then.');
    expectProblem(await asOf(`tool-${toolId}`, '2001-01-01T00:00:00Z'), 404);
    expectProblem(await asOf('tool-none', '9'), 404);
    expectProblem(await asOf('nothing', '9'), 404);
  });

  it.each(['', 'now', '-1', '1.5', '2026-02-30T12:00:00Z', '2026-02-28T25:00:00Z', '9'.repeat(21)])(
    'refuses an at of %j',
    async (at) => expectInvalid(await asOf(`tool-${toolId}`, at), 'at'),
  );
});

describe('GET /history/why/{event}', () => {
  it('leads from an order to what followed from it, and back', async () => {
    const [bought] = await historyOf(`entity=booking:${paid}&type=BookingPaid`);
    const { body: back } = await shop.admin.get<Why>(`/history/why/${bought?.event?.id}`);
    expect(back.event).toEqual(bought);
    expect(back.causes.map(({ type }) => type)).toEqual(['PaymentSucceeded']);
    expect(back.effects.map(({ type, depth }) => [type, depth])).toContainEqual(['StockSold', 1]);
    const cause = back.causes.at(-1);
    const { body: on } = await shop.admin.get<Why>(`/history/why/${cause?.position}`);
    expect(on.effects.map(({ type, depth }) => [type, depth])).toEqual(
      expect.arrayContaining([
        ['BookingPaid', 1],
        ['StockSold', 2],
      ]),
    );
    expect(on.more).toBe(false);
  });

  it('has beside an event what else came of the same request', async () => {
    const [placed] = await historyOf(`entity=booking:${paid}&type=ToolBooked`);
    const { body } = await shop.admin.get<Why>(`/history/why/${placed?.position}`);
    expect([...body.beside, ...body.causes].map(({ type }) => type)).toContain('StockReserved');
  });

  it.each(['none', '999999999', '0'])('knows nothing of %j', async (event) =>
    expectProblem(await shop.admin.get(`/history/why/${event}`), 404, 'There is no such event.'),
  );
});

describe('a live socket', () => {
  it('tells admins, and nobody else, that there is more history, once it is shown', async () => {
    const [admins, others] = [await live(shop.origin, shop.admin.token), await live(shop.origin, shop.shopper.token)];
    const done = expectPosition(await shop.shopper.post('/booking', orderOf(shop.shopper, toolId, price)));
    const told = () => admins.of('history.grew').map(({ position }) => BigInt(String(position)));
    await expect.poll(() => told().some((position) => position >= done), soon).toBe(true);
    expect((await historyOf('limit=5')).some(({ position }) => BigInt(position) === done)).toBe(true);
    await others.next('booking.placed');
    expect(others.of('history.grew')).toEqual([]);
  });
});
