import { describe, expect, it } from 'vitest';
import { ApiClient, password, signUp } from '../testing/api-client.ts';
import { expectProblem } from './expect-problem.ts';
import { shopUnderTest } from './shop-under-test.ts';

const quarterOfAnHour = 15 * 60_000;
const most = 10;
let ahead = 0;
const shop = shopUnderTest({}, { now: () => new Date(Date.now() + ahead) });

const attempt = (email: string, secret: string) =>
  new ApiClient(shop.origin).post('/identity/sign-in', { email, password: secret });

const attempts = (count: number, email: string, secret: string) =>
  Promise.all(Array.from({ length: count }, () => attempt(email, secret)));

describe('guessing a password', () => {
  it('is over after ten failures, for a quarter of an hour and this email only', async () => {
    const [one, other] = await Promise.all([signUp(shop.origin), signUp(shop.origin)]);
    for (let guess = 0; guess < most; guess++) expectProblem(await attempt(one.email, `guess ${guess}`), 401);
    const refused = await attempt(one.email, password);
    expectProblem(refused, 429, 'Too many failed attempts. Please try again later.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(quarterOfAnHour / 1000);
    expect((await attempt(other.email, password)).status).toBe(200);
    try {
      ahead = quarterOfAnHour + 1_000;
      expect((await attempt(one.email, password)).status).toBe(200);
    } finally {
      ahead = 0;
    }
  });

  it('is not begun anew by saying that one comes from elsewhere', async () => {
    const { email } = await signUp(shop.origin);
    const from = (n: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${n}` } });
    const guess = (n: number) =>
      new ApiClient(shop.origin).post('/identity/sign-in', { email, password: `guess ${n}` }, from(n));
    for (let n = 0; n < most; n++) expectProblem(await guess(n), 401);
    expectProblem(await guess(most), 429);
  });

  it('tells no more than ten answers, when many guesses come at once', async () => {
    const { email } = await signUp(shop.origin);
    const replies = await Promise.all([attempts(7, email, 'a wrong guess'), attempts(7, email, 'another one')]);
    const answered = replies.flat().filter(({ status }) => status === 401);
    expect(answered.length).toBeLessThanOrEqual(most);
  });

  it('is not what somebody does who signs in often', async () => {
    const { email } = await signUp(shop.origin);
    const replies = await attempts(most + 1, email, password);
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: most + 1 }, () => 200));
  });
});
