import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { AsOf, HistoryEntry, HistorySteps } from '../../../modules/audit/contract.ts';
import type { Booking } from '../../../modules/booking/contract.ts';
import { eventDeclarations } from '../../start/stores/event-declarations.ts';
import { type ApiClient, addTool, orderOf, password, payInSandbox, signUp } from '../../testing/api-client.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const shop = shopUnderTest();
const price = 19.99;

const historyOf = async (query: string) => (await shop.admin.get<HistoryEntry[]>(`/history?${query}`)).body;
const stepsOf = (name: string, query = '') => shop.admin.get<HistorySteps>(`/history/${name}/steps?${query}`);
const asOf = async (name: string, at: string) =>
  (await shop.admin.get<AsOf>(`/history/${name}?at=${encodeURIComponent(at)}`)).body.state;
const order = async (who: ApiClient, toolId: string) =>
  (await who.post<{ insertedId: string }>('/booking', orderOf(who, toolId, price))).body.insertedId;
const positionsIn = ({ steps }: HistorySteps) => steps.map(({ position }) => position);

/** What it was after each step, made of what was before them and of what each changed. */
function statesIn({ before, steps }: HistorySteps) {
  let state: Record<string, unknown> = { ...before };
  return steps.map(({ changes }) => {
    for (const { field, before: was, after } of changes) {
      expect(state[field], field).toEqual(was);
      const { [field]: _, ...rest } = state;
      state = after === undefined ? rest : { ...rest, [field]: after };
    }
    return state;
  });
}

let toolId: string;
let paid: string;

beforeAll(async () => {
  toolId = await addTool(shop.admin);
  paid = await order(shop.shopper, toolId);
  for (let left = 3; left > 0; left -= 1) await shop.other.delete(`/booking/${await order(shop.other, toolId)}`);
  expect(await payInSandbox(shop.shopper, paid, price)).toBe(200);
  const isPaid = async () => (await shop.shopper.get<Booking>(`/booking/${paid}`)).body.paid;
  await vi.waitFor(async () => expect(await isPaid()).toBe(true), { timeout: 60_000 });
});

describe('GET /history/{stream}/steps', () => {
  it.each(['tool', 'booking'] as const)('steps through all that made a %s what it is', async (kind) => {
    const name = kind === 'tool' ? `tool:${toolId}` : `booking:${paid}`;
    const { body } = await stepsOf(name);
    const entries = (await historyOf(`entity=${name}`)).toReversed();
    expect(body.steps).toEqual(entries);
    expect(body).toMatchObject({ before: null, earlier: null, later: null, first: entries[0]?.position });
    const states = statesIn(body);
    for (const [place, { position }] of entries.entries()) expect(states[place]).toEqual(await asOf(name, position));
    expect(body.asOf).toMatchObject({ state: states.at(-1), position: entries.at(-1)?.position });
  });

  it('steps through the order counts', async () => {
    const { body } = await stepsOf('order-counts');
    const positions = new Set(positionsIn(body));
    expect(body.steps.every(({ changes }) => changes.length > 0)).toBe(true);
    const counted = (await historyOf('')).filter(({ entity }) => entity?.startsWith('booking:'));
    for (const { type, position } of counted)
      expect(positions.has(position), type).toBe(/^(ToolBooked|BookingPaid|BookingDeleted)$/.test(type));
    const states = statesIn(body);
    for (const [place, { position }] of body.steps.entries())
      expect(states[place]).toEqual(await asOf('order-counts', position));
    expect(states.at(-1)).toMatchObject({ total: 1, paid: 1 });
  });

  it.each(['tool', 'order-counts'] as const)(
    'of a %s tells of a few at a time, and where there are more',
    async (kind) => {
      const name = kind === 'tool' ? `tool:${toolId}` : kind;
      const whole = (await stepsOf(name)).body;
      const all = positionsIn(whole);
      const states = statesIn(whole);
      for (const at of all) {
        const { body } = await stepsOf(name, `limit=3&at=${at}`);
        const here = positionsIn(body);
        const from = all.indexOf(here[0] ?? '');
        expect(here).toContain(at);
        expect(here).toEqual(all.slice(from, from + here.length));
        expect(here.length).toBeGreaterThanOrEqual(Math.min(2, all.length));
        expect(here.length).toBeLessThanOrEqual(3);
        expect(body).toMatchObject({
          earlier: all[from - 1] ?? null,
          later: all[from + here.length] ?? null,
          first: all[0],
          before: from === 0 ? whole.before : states[from - 1],
        });
        expect(statesIn(body)).toEqual(states.slice(from, from + here.length));
      }
      // From any of them one comes to all others.
      const walked: string[] = [];
      for (let at: string | null = all[0] ?? null; at !== null; ) {
        const { body }: { body: HistorySteps } = await stepsOf(name, `limit=3&at=${at}`);
        walked.push(...positionsIn(body).filter((position) => !walked.includes(position)));
        at = body.later;
      }
      expect(walked).toEqual(all);
    },
  );

  it('is as of a time, itself included, and of what was the last of it then', async () => {
    const [last, before] = await historyOf(`entity=tool:${toolId}`);
    expect((await stepsOf(`tool:${toolId}`, `at=${last?.at}`)).body.asOf.position).toBe(last?.position);
    const between = String(BigInt(last?.position ?? 0) - 1n);
    expect((await stepsOf(`tool:${toolId}`, `at=${between}`)).body.asOf.position).toBe(before?.position);
  });

  it('shows at once what somebody has just done', async () => {
    const done = expectPosition(await shop.shopper.post('/booking', orderOf(shop.shopper, toolId, price)));
    const reply = await stepsOf('order-counts');
    expect(reply.body.steps.at(-1)?.position).toBe(String(done));
    expect(expectPosition(reply)).toBeGreaterThanOrEqual(done);
  });

  it('knows nobody any more who was forgotten', async () => {
    const somebody = await signUp(shop.origin, 'Gone Tomorrow');
    const bookingId = await order(somebody, toolId);
    const uid = decodeJwt(somebody.token ?? '').sub ?? '';
    expect((await somebody.delete('/me', { body: { password } })).status).toBe(204);
    const isForgotten = async () => (await historyOf(`entity=user:${uid}`)).some(({ type }) => type === 'UserErased');
    await expect.poll(isForgotten, { timeout: 60_000 }).toBe(true);
    const names = [`booking:${bookingId}`, `user:${uid}`, `tool:${toolId}`, 'order-counts'];
    const all = await Promise.all(names.map(async (name) => (await stepsOf(name)).body));
    expect(JSON.stringify(all)).not.toMatch(new RegExp(`Gone Tomorrow|${somebody.email}`));
    expect(all[0]?.steps.length).toBeGreaterThan(0);
  });

  it('shows nothing of sessions and keys, nor of what was not there', async () => {
    const [started] = await storedEventsOf(shop, 'SessionStarted');
    expectProblem(await stepsOf(started?.stream ?? ''), 404);
    expectProblem(await stepsOf('tool:none'), 404);
    expectProblem(await stepsOf(`tool:${toolId}`, 'at=1'), 404);
    expectProblem(await stepsOf('order-counts', 'at=2001-01-01T00:00:00Z'), 404);
  });

  it.each([
    ['at', 'yesterday'],
    ['at', '-1'],
    ['limit', '0'],
    ['limit', '201'],
  ])('refuses a %s of %j', async (name, value) =>
    expectInvalid(await stepsOf('order-counts', `${name}=${value}`), name),
  );
});

it('names all types of events that can be told of', async () => {
  const { body } = await shop.admin.get<{ types: string[] }>('/history/types');
  expect(body.types).toEqual([...eventDeclarations.keys()].sort());
});
