import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStore } from '../../../doubles/sandbox-memory-store.ts';
import { keys, type SandboxUnderTest, startSandbox } from '../../../testing/servers/sandbox-under-test.ts';
import { sqliteStore } from '../keeping/sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-lists-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ['in memory', memoryStore],
  ['in SQLite', () => sqliteStore(join(folder, 'sandbox.db'))],
])('lists of a sandbox %s', (_, open) => {
  let sandbox: SandboxUnderTest;
  let now = Date.parse('2030-01-01T00:00:00Z');
  const first = now / 1_000;
  const intents: string[] = [];

  const get = async (path: string, query: Record<string, string> = {}) => {
    const answer = await sandbox.call('GET', `${path}?${new URLSearchParams(query)}`, { key: keys.secretKey });
    const { data } = answer.body;
    const rows: { id: string; payment_intent: string }[] = Array.isArray(data) ? data : [];
    return { ...answer, rows, ids: rows.map(({ id }) => id) };
  };

  beforeAll(async () => {
    sandbox = await startSandbox({ store: open(), clock: () => new Date(now), deliver: false });
    // Two in each second, and the older of them changed last.
    for (let n = 0; n < 6; n++) {
      const order = { paymentId: `p${n}`, attempt: 1, amount: 1_000 + n, currency: 'usd' };
      const { intentId, clientSecret } = await sandbox.gateway.createIntent(order);
      intents.unshift(intentId);
      if (n === 0) await sandbox.pay(clientSecret, { number: '4000000000000002' });
      if (n < 3) await sandbox.pay(clientSecret);
      if (n % 2 === 1) now += 1_000;
    }
    for (const [nth, amount] of [
      [5, 100],
      [4, 200],
      [5, 300],
    ] as const)
      sandbox.dashboard.refund(intents[nth] ?? '', amount);
    sandbox.dashboard.dispute(intents[3] ?? '');
  });
  afterAll(() => sandbox.stop());

  it('are newest first, a page at a time, forwards and backwards', async () => {
    const all = await get('/v1/payment_intents');
    expect(all.body).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: false });
    expect(all.ids).toEqual(intents);
    const page = await get('/v1/payment_intents', { limit: '2' });
    expect([page.ids, page.body.has_more]).toEqual([intents.slice(0, 2), true]);
    const next = await get('/v1/payment_intents', { limit: '3', starting_after: intents[2] ?? '' });
    expect([next.ids, next.body.has_more]).toEqual([intents.slice(3, 6), false]);
    const former = await get('/v1/payment_intents', { limit: '2', ending_before: intents[3] ?? '' });
    expect([former.ids, former.body.has_more]).toEqual([intents.slice(1, 3), true]);
    const top = await get('/v1/payment_intents', { ending_before: intents[2] ?? '' });
    expect([top.ids, top.body.has_more]).toEqual([intents.slice(0, 2), false]);
  });

  it('are of a time when one asks for that', async () => {
    expect((await get('/v1/payment_intents', { created: `${first + 1}` })).ids).toEqual(intents.slice(2, 4));
    const within = { 'created[gt]': `${first}`, 'created[lte]': `${first + 1}` };
    expect((await get('/v1/payment_intents', within)).ids).toEqual(intents.slice(2, 4));
    const bounds = { 'created[gte]': `${first}`, 'created[lt]': `${first + 1}` };
    expect((await get('/v1/payment_intents', bounds)).ids).toEqual(intents.slice(4));
  });

  it('are of an intent, or of a charge of it', async () => {
    const [payment_intent = ''] = intents.slice(5);
    const charges = await get('/v1/charges', { payment_intent });
    expect(charges.rows).toMatchObject([
      { status: 'succeeded', paid: true },
      { status: 'failed', paid: false },
    ]);
    const [paid = '', failed = ''] = charges.ids;
    expect((await get('/v1/refunds', { payment_intent })).rows).toMatchObject([{ amount: 300 }, { amount: 100 }]);
    expect((await get('/v1/refunds', { charge: paid })).rows).toMatchObject([{ amount: 300 }, { amount: 100 }]);
    expect((await get('/v1/refunds', { charge: failed })).rows).toEqual([]);
    expect((await get('/v1/refunds')).rows).toMatchObject([{ amount: 300 }, { amount: 200 }, { amount: 100 }]);
    expect((await get('/v1/charges')).rows).toHaveLength(4);
    const [disputed = ''] = intents.slice(3);
    expect((await get('/v1/disputes')).rows).toMatchObject([{ payment_intent: disputed }]);
    expect((await get('/v1/disputes', { payment_intent })).rows).toEqual([]);
    expect((await get('/v1/disputes', { payment_intent: disputed })).rows).toHaveLength(1);
    expect((await get(`/v1/charges/${failed}`)).body).toMatchObject({
      failure_code: 'card_declined',
      amount_refunded: 0,
    });
    expect((await get(`/v1/charges/${paid}`)).body).toMatchObject({ failure_code: null, amount_refunded: 400 });
  });

  it.each([
    [
      '/v1/payment_intents',
      { starting_after: 'pi_nobody' },
      404,
      'resource_missing',
      "No such payment_intent: 'pi_nobody'",
    ],
    ['/v1/payment_intents', { customer: 'cus_nobody' }, 404, 'resource_missing', "No such customer: 'cus_nobody'"],
    ['/v1/refunds', { charge: 'ch_nobody' }, 404, 'resource_missing', "No such charge: 'ch_nobody'"],
    ['/v1/charges', { ending_before: 'ch_nobody' }, 404, 'resource_missing', "No such charge: 'ch_nobody'"],
    ['/v1/charges/ch_nobody', {}, 404, 'resource_missing', "No such charge: 'ch_nobody'"],
    [
      '/v1/payment_intents',
      { limit: '101' },
      400,
      'parameter_invalid_integer',
      'This value must be less than or equal to 100.',
    ],
    [
      '/v1/payment_intents',
      { 'created[after]': '1' },
      400,
      'parameter_unknown',
      'Received unknown parameter: created[after]',
    ],
    [
      '/v1/disputes',
      { starting_after: 'dp_1', ending_before: 'dp_2' },
      400,
      undefined,
      'You may only specify one of these parameters: ending_before, starting_after.',
    ],
  ])('%s with %o: %i %s', async (path, query: Record<string, string>, status, code, message) => {
    const { error, ...answer } = await get(path, query);
    expect([answer.status, error.code, error.message]).toEqual([status, code, message]);
  });

  it('are for servers only', async () => {
    for (const path of ['/v1/payment_intents', '/v1/charges', '/v1/charges/ch_1', '/v1/refunds', '/v1/disputes']) {
      expect((await sandbox.call('GET', path, { key: keys.publishableKey })).status).toBe(401);
    }
  });
});
