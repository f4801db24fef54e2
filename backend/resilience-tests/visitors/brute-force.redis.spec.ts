import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownBrowserCookie } from '../../../modules/identity/signing-in/known-browsers.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { ApiClient, password, signUp } from '../../testing/api-client.ts';
import { type RunningRedis, startRedis } from '../../testing/redis.ts';
import { type RunningShop, startShop } from '../../testing/running-shop.ts';

const perAccount = 5;
const perAddress = 20;
let redis: RunningRedis;
let first: RunningShop;
let second: RunningShop;

beforeAll(async () => {
  redis = await startRedis();
  // Behind a proxy, so that guesses can come from anywhere.
  const limits = { LOGIN_LIMIT_ACCOUNT: `${perAccount}`, LOGIN_LIMIT_ADDRESS: `${perAddress}`, TRUST_PROXY: '1' };
  const settings = { READ_MODELS: redis.url, ...limits };
  first = await startShop(settings, { passwords: quickPasswords });
  second = await startShop({ ...settings, DATA_DIR: first.dataDir }, { passwords: quickPasswords });
});
afterAll(async () => {
  await second?.close();
  await first?.end();
  await redis?.stop();
});

let last = 0;
function anAddress(): string {
  last += 1;
  return `2001:db8:${last.toString(16)}::1`;
}
const someEmail = () => `somebody-${randomUUID()}@inventory.example`;

/** One attempt, at the nodes by turns. */
let attempts = 0;
function attempt(email: string, secret: string, from: string, cookie = '') {
  attempts += 1;
  const node = attempts % 2 ? first : second;
  const call = { headers: { 'x-forwarded-for': from, cookie } };
  return new ApiClient(node.origin).post('/identity/sign-in', { email, password: secret }, call);
}

/** How many of so many guesses, one after the other, are told that they are wrong. */
async function told(times: number, guess: (n: number) => ReturnType<typeof attempt>): Promise<number> {
  let count = 0;
  for (let n = 0; n < times; n++) {
    const { status } = await guess(n);
    expect([401, 429]).toContain(status);
    if (status === 401) count += 1;
  }
  return count;
}

async function anOwner() {
  const { email } = await signUp(first.origin);
  const { headers } = await attempt(email, password, anAddress());
  const known = headers.getSetCookie().find((cookie) => cookie.startsWith(knownBrowserCookie)) ?? '';
  return { email, known };
}

describe('guesses at two nodes with one Redis', () => {
  it('at one account, from many addresses, are five in all; its owner signs in', async () => {
    const { email, known } = await anOwner();
    expect(await told(20, (n) => attempt(email, `guess ${n}`, anAddress()))).toBe(perAccount);
    for (const node of ['one', 'other']) {
      expect((await attempt(email, password, anAddress())).status, node).toBe(429);
      expect((await attempt(email, password, anAddress(), known)).status, node).toBe(200);
    }
  });

  it('at one account, from one address, are five in all; its owner signs in, also from there', async () => {
    const { email, known } = await anOwner();
    const from = anAddress();
    expect(await told(20, (n) => attempt(email, `guess ${n}`, from))).toBe(perAccount);
    expect((await attempt(email, password, from, known)).status).toBe(200);
  });

  it('at many accounts, from one address, are twenty in all; who lives there signs in, and who lives elsewhere', async () => {
    const { email, known } = await anOwner();
    const from = anAddress();
    expect(await told(30, () => attempt(someEmail(), 'a guess', from))).toBe(perAddress);
    expect((await attempt(email, password, from, known)).status).toBe(200);
    expect((await attempt(email, password, anAddress())).status).toBe(200);
  });

  it('at many accounts, from many addresses, lock out no owner', async () => {
    const { email, known } = await anOwner();
    await told(40, () => attempt(someEmail(), 'a guess', anAddress()));
    expect((await attempt(email, password, anAddress())).status).toBe(200);
    expect((await attempt(email, password, anAddress(), known)).status).toBe(200);
  });

  it('that come at once are told no more', async () => {
    const { email, known } = await anOwner();
    const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => attempt(email, `guess ${n}`, anAddress())));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(perAccount);
    expect((await attempt(email, password, anAddress(), known)).status).toBe(200);
  });

  it('are no more for who says to come from more than one place, or has a cookie of their own making', async () => {
    const { email } = await anOwner();
    const from = anAddress();
    const forged = (n: number) => `${anAddress()}, 198.51.100.${n}, ${from}`;
    const cookie = `${knownBrowserCookie}=${'A'.repeat(22)}.fgh.${'B'.repeat(22)}.${'C'.repeat(43)}`;
    expect(await told(30, (n) => attempt(someEmail(), 'a guess', forged(n), cookie))).toBe(perAddress);
    expect(await told(20, (n) => attempt(email, `guess ${n}`, anAddress(), cookie))).toBe(perAccount);
  });
});
