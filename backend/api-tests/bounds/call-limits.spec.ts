import { expect, it } from 'vitest';
import { ApiClient, password, signUp } from '../../testing/api-client.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const perAddress = 20;
const perUser = 30;
// Behind a proxy, so that a test can come from anywhere.
const shop = shopUnderTest({
  RATE_LIMIT_ADDRESS: `${perAddress}`,
  RATE_LIMIT_USER: `${perUser}`,
  TRUST_PROXY: '1',
});

const wait = /^Too many requests\. Please try again in (a second|\d+ seconds)\.$/;
let last = 0;
/** Headers of somebody where nobody else is. */
function elsewhere() {
  last += 1;
  return { 'x-forwarded-for': `2001:db8:0:${last}::1` };
}

const jsonIn = (headers: Readonly<Record<string, string>>) => ({ ...headers, 'content-type': 'application/json' });

/** What becomes of so many calls, one after the other. */
async function statusesOf(times: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < times) statuses.push((await call()).status);
  return statuses;
}
const firstRefused = (statuses: readonly number[]) => statuses.indexOf(429);

it('calls of nobody who is known are counted by where they come from, of IPv6 by the /64', async () => {
  const headers = elsewhere();
  const began = performance.now();
  const statuses = await statusesOf(perAddress, () => shop.nobody.get('/config', { headers }));
  expect(statuses).not.toContain(429);
  const neighbour = { 'x-forwarded-for': headers['x-forwarded-for'].replace('::1', ':abcd::2') };
  const refused = await shop.nobody.get('/reviews', { headers: neighbour });
  expectProblem(refused, 429);
  expect((refused.body as { detail: string }).detail).toMatch(wait);
  const passed = Math.ceil((performance.now() - began) / 1_000);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(60 - passed);
  expect((await shop.nobody.get('/reviews', { headers: elsewhere() })).status).toBe(200);
});

it('calls of somebody known are counted by who it is, wherever they come from', async () => {
  const person = await signUp(shop.origin); // Which is a call with an ID token.
  const headers = elsewhere();
  const crowd = await statusesOf(perAddress + 1, () => shop.nobody.get('/config', { headers }));
  expect(firstRefused(crowd)).toBe(perAddress);
  const path = `/admin/${person.email}`;
  const statuses = await statusesOf(perUser, () => person.get(path, { headers: last % 2 ? headers : elsewhere() }));
  expect(firstRefused(statuses)).toBe(perUser - 1);
  expectProblem(await person.get('/user', { headers }), 429);
});

it('calls that anybody may make are counted by who makes them, too, where it is known', async () => {
  const person = await signUp(shop.origin);
  const headers = elsewhere();
  const statuses = await statusesOf(perUser, () => person.get('/config', { headers }));
  expect(firstRefused(statuses)).toBe(perUser - 1);
  expect((await shop.nobody.get('/config', { headers })).status).toBe(200);
  const forger = new ApiClient(shop.origin, { token: 'forged' });
  const forged = await statusesOf(perAddress, () => forger.get('/config', { headers }));
  expect(firstRefused(forged)).toBe(perAddress - 1);
});

it('who says to be somebody and is not is counted by where they come from, and so is who asks for what is not there', async () => {
  const [forger, scanner] = [elsewhere(), elsewhere()];
  const forged = await statusesOf(perAddress + 1, () =>
    new ApiClient(shop.origin, { token: 'forged' }).get('/user', { headers: forger }),
  );
  expect(forged).toEqual([...Array.from({ length: perAddress }, () => 401), 429]);
  const headers = { ...scanner, accept: 'application/json' };
  const missed = await statusesOf(perAddress + 1, () => shop.nobody.get('/wp-admin', { headers }));
  expect(missed).toEqual([...Array.from({ length: perAddress }, () => 404), 429]);
});

it('calls for a password that nobody can read are counted by who makes them, and refused then before they are read', async () => {
  const headers = elsewhere();
  const person = await signUp(shop.origin);
  const sent = {
    'no JSON': () => shop.nobody.post('/identity/sign-in', undefined, { headers: jsonIn(headers), raw: '{"email":' }),
    'other fields': () => shop.nobody.post('/identity/recover', { mail: person.email }, { headers }),
    'no text': () =>
      shop.nobody.post('/identity/sign-up', 'a,b', { headers: { ...headers, 'content-type': 'text/csv' } }),
  };
  const asked = Object.values(sent);
  const statuses: number[] = [];
  while (statuses.length <= perAddress) statuses.push((await asked[statuses.length % 3]?.())?.status ?? 0);
  expect(new Set(statuses.slice(0, perAddress))).toEqual(new Set([400, 415]));
  expect(statuses.at(-1)).toBe(429);
  // As long as it is not what was sent that is told of, nothing of it was looked at.
  for (const ask of asked) {
    const refused = await ask();
    expectProblem(refused, 429);
    expect((refused.body as { detail: string }).detail).toMatch(wait);
  }
  expect((await person.post('/identity/confirm', { password }, { headers })).status).toBe(204);
  expect((await shop.nobody.get('/config', { headers })).status).toBe(200);
  const own = await statusesOf(perAddress + 1, () => person.post('/identity/confirm', {}, { headers: elsewhere() }));
  expect(firstRefused(own)).toBe(perAddress);
});

it('who has called as often as one may can sign in all the same', async () => {
  const headers = elsewhere();
  const { email } = await signUp(shop.origin);
  await statusesOf(perAddress + 1, () => shop.nobody.get('/config', { headers }));
  expect((await shop.nobody.post('/identity/sign-in', { email, password }, { headers })).status).toBe(200);
});

it('what the shop and its provider ask from few addresses counts for nobody, nor do pages, files and health', async () => {
  const headers = elsewhere();
  const uncounted = [
    () => shop.nobody.post('/payments/webhook', {}, { headers }),
    () => shop.nobody.get('/sandbox/stripe/v1/payment_intents/none', { headers }),
    () => shop.nobody.get('/health/live', { headers }),
    () => shop.nobody.get('/health/ready', { headers }),
    () => shop.nobody.get('/', { headers: { ...headers, accept: 'text/html' } }),
    () => shop.nobody.get('/api-docs/swagger-ui.css', { headers }),
  ];
  for (const call of uncounted) expect(await statusesOf(perAddress + 1, call)).not.toContain(429);
  expect((await shop.nobody.get('/config', { headers })).status).toBe(200);
});
