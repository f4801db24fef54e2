import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { NewEvent } from '../../../modules/kernel/event.ts';
import type { Append, EventStore } from '../../../modules/kernel/event-store.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { ApiClient, addTool, orderOf, password, payInSandbox, signUp } from '../../testing/api-client.ts';
import { declaredCalls } from '../http/declared-calls.ts';
import { sessionCookieOf } from '../http/session-cookie-of.ts';
import { deliver, signedWebhook } from '../orders/signed-webhook.ts';
import { shopUnderTest } from '../shop-under-test.ts';

/** Stands in all that nobody but who sent it may read, and in nothing else. */
const mark = 'Xq7Zmark';
const secret = `${mark}-secret-9`;
const email = `${mark}@inventory.example`.toLowerCase();
const card = '4242424242424242';

let trouble: 'none' | 'away' | 'fault' = 'none';
let said = '';

/** A store that is away, or fails as nobody thought of, with all that it was given in its error. */
const around = (store: EventStore): EventStore =>
  Object.assign(Object.create(store), {
    append: (...parameters: Parameters<EventStore['append']>) => {
      mayFail(parameters[0], parameters[2]);
      return store.append(...parameters);
    },
    ...(store.appendAll && {
      appendAll: (appends: readonly Append[]) => {
        for (const { stream, events } of appends) mayFail(stream, events);
        return store.appendAll?.(appends);
      },
    }),
  });

function mayFail(stream: string, events: readonly NewEvent[]): void {
  const carried = { command: { args: [JSON.stringify(events)] }, detail: stream };
  if (trouble === 'away') throw Object.assign(new Unavailable('The store is away.'), carried);
  if (trouble === 'fault') throw Object.assign(new Error('The store failed.'), carried);
}

const lines = new PassThrough();
lines.on('data', (chunk: Buffer) => {
  said += chunk;
});
const shop = shopUnderTest({ LOG_LEVEL: 'debug' }, { around, log: openLog('debug', lines) });

/** Tokens and cookies that were given to somebody. */
const given = new Set<string>();

/** What a call may be told: its own fields with the mark in each, in the body, the query, the path and the headers. */
async function tellEveryCall(who: ApiClient): Promise<void> {
  for (const { call, operation } of await declaredCalls(shop.origin)) {
    const [method = '', path = ''] = call.split(' ');
    if (path === '/identity/sign-out') continue;
    const at = `${path.replaceAll(/\{\w+\}/g, secret)}?q=${secret}&email=${email}`;
    const body = Object.fromEntries(
      fieldsOf(operation.requestBody).map((name) => [name, /email/i.test(name) ? email : secret]),
    );
    const headers = { 'idempotency-key': secret, cookie: `inventory_session=${secret}`, 'x-forwarded-for': secret };
    const type = { 'content-type': 'application/json' };
    await who.call(method, at, { headers, ...(method !== 'GET' && { body }) });
    if (method !== 'GET')
      await who.call(method, at, { headers: { ...headers, ...type }, raw: `{"password":"${secret}",` });
    await new ApiClient(shop.origin).call(method, at, { headers: { ...headers, authorization: `Bearer ${secret}` } });
  }
}

/** The names of a described body's fields, whatever it is made of. */
function fieldsOf(described: unknown): string[] {
  return [...JSON.stringify(described ?? {}).matchAll(/"(\w+)":\{"(?:type|anyOf|\$ref)"/g)].map(
    ([, name]) => name ?? '',
  );
}

async function liveThere(): Promise<ApiClient> {
  const mina = await signUp(shop.origin, `Mina ${mark}`, email);
  for (const token of [mina.token, mina.idToken, mina.cookie]) given.add(token ?? '');
  const wrong = await shop.nobody.post('/identity/sign-in', { email, password: `${secret} but not` });
  expect(wrong.status).toBe(401);
  const again = await shop.nobody.post('/identity/sign-in', { email, password });
  const cookie = sessionCookieOf(again).pair;
  given.add(cookie);
  expect((await shop.nobody.post('/identity/refresh', undefined, { headers: { cookie } })).status).toBe(200);
  const profile = {
    education: secret,
    location: secret,
    phone: '+880 1234567890',
    social: `https://example.com/${mark}`,
  };
  expect((await mina.post('/updateuser', { ...profile, email })).status).toBe(200);
  const address = { street: secret, postcode: mark.slice(0, 16), city: mark, country: 'BD', phone: '+880 1234567890' };
  expect((await mina.put('/me/address', address)).status).toBe(200);
  const toolId = await addTool(shop.admin);
  const wish = { ...orderOf(mina, toolId, 19.99), location: `1 ${mark} Street`, phone: '+880 1234567890' };
  const { body } = await mina.post<{ insertedId: string }>('/booking', wish);
  expect(await payInSandbox(mina, body.insertedId, 19.99, card)).toBe(200);
  await shop.admin.post(`/booking/${body.insertedId}/refund`, { reason: `Because of ${mark}.` });
  await mina.post('/reviews', { review: mark, description: secret });
  return mina;
}

beforeAll(async () => {
  const mina = await liveThere();
  await tellEveryCall(mina);
  await tellEveryCall(shop.admin);
  const other = await signUp(shop.origin); // What was told may have ended the session of who told it.
  const odd = {
    id: `evt_${mark}`,
    type: 'payment_intent.succeeded',
    data: { object: { receipt_email: email, id: secret } },
  };
  expect((await deliver(shop.origin, signedWebhook(odd))).status).toBe(400);
  expect((await deliver(shop.origin, signedWebhook(odd, 'whsec_another'))).status).toBe(400);
  for (const kind of ['away', 'fault'] as const) {
    trouble = kind;
    const expected = kind === 'away' ? 503 : 500;
    const reply = await fetch(`${shop.origin}/reviews`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${other.token}` },
      body: JSON.stringify({ review: mark, description: secret }),
    });
    expect(reply.status).toBe(expected);
    trouble = 'none';
  }
});
afterAll(() => void lines.end());

it('the log says what happened', () => {
  expect(said).toContain('The store failed.');
  expect(said).toContain('The store is away.');
  expect(said.split('\n').length).toBeGreaterThan(4);
});

it('the log has nothing of what people say of themselves or prove themselves by, whatever they do and whatever fails', () => {
  expect(said.split('\n').filter((line) => line.toLowerCase().includes(mark.toLowerCase()))).toEqual([]);
  expect(said).not.toContain(password);
  for (const token of given) expect(said).not.toContain(token.split('=').at(-1));
  expect(said).not.toMatch(/eyJ[\w-]{10}/); // How every JWT begins.
  expect(said).not.toMatch(new RegExp(`${card}|1234567890|\\b(sk|whsec)_`));
});
