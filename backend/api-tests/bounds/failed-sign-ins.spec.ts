import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { knownBrowserCookie } from '../../../modules/identity/signing-in/known-browsers.ts';
import { ApiClient, password, signUp } from '../../testing/api-client.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const perAccount = 5;
const perAddress = 20;
// Behind a proxy, so that a test can come from anywhere.
const shop = shopUnderTest({
  LOGIN_LIMIT_ACCOUNT: `${perAccount}`,
  LOGIN_LIMIT_ADDRESS: `${perAddress}`,
  TRUST_PROXY: '1',
});

/** Somebody at an address where nobody else is. */
let last = 0;
function elsewhere(cookie = '') {
  last += 1;
  const headers = { 'x-forwarded-for': `203.0.113.${last}`, cookie };
  const caller = new ApiClient(shop.origin);
  return {
    attempt: (email: string, secret: string, key?: string) => {
      const keyed = key === undefined ? headers : { ...headers, 'idempotency-key': key };
      return caller.post('/identity/sign-in', { email, password: secret }, { headers: keyed });
    },
    recover: (email: string) => caller.post('/identity/recover', { email }, { headers }),
    signUp: (email: string, key?: string) => {
      const keyed = key === undefined ? headers : { ...headers, 'idempotency-key': key };
      return caller.post('/identity/sign-up', { name: 'Somebody', email, password }, { headers: keyed });
    },
  };
}

const someEmail = () => `somebody-${randomUUID()}@inventory.example`;
const refusal = 'Too many failed attempts. Please try again later.';

describe('guessing a password', () => {
  it('is over after five failures at an account, wherever they come from, and only there', async () => {
    const [one, other] = await Promise.all([signUp(shop.origin), signUp(shop.origin)]);
    for (let guess = 0; guess < perAccount; guess++) {
      expectProblem(await elsewhere().attempt(one.email, `guess ${guess}`), 401);
    }
    const refused = await elsewhere().attempt(one.email, password);
    expectProblem(refused, 429, refusal);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await elsewhere().attempt(other.email, password)).status).toBe(200);
  });

  it('is over after twenty failures from an address, at whichever accounts', async () => {
    const { email } = await signUp(shop.origin);
    const { attempt } = elsewhere();
    for (let guess = 0; guess < perAddress; guess++) expectProblem(await attempt(someEmail(), 'a guess'), 401);
    expectProblem(await attempt(email, password), 429, refusal);
    expect((await elsewhere().attempt(email, password)).status).toBe(200);
  });

  it('counts, and is written down, also where all guesses come under one key', async () => {
    const { email } = await signUp(shop.origin);
    const key = randomUUID();
    const noted = async () => (await storedEventsOf(shop, 'SignInFailed')).length;
    const before = await noted();
    expectProblem(await elsewhere().attempt(someEmail(), 'a guess', key), 401);
    for (let guess = 0; guess < perAccount; guess++) {
      expectProblem(await elsewhere().attempt(email, `guess ${guess}`, key), 401);
    }
    expectProblem(await elsewhere().attempt(email, password, key), 429, refusal);
    expect(await noted()).toBeGreaterThan(before + 1);
  });

  it('is answered alike where there is no account', async () => {
    const answersFor = async (email: string) => {
      const replies = [];
      for (let guess = 0; guess <= perAccount; guess++) replies.push(await elsewhere().attempt(email, 'a wrong guess'));
      return replies.map(({ status, body, headers }) => [status, body, headers.has('retry-after')]);
    };
    expect(await answersFor(someEmail())).toEqual(await answersFor((await signUp(shop.origin)).email));
  });

  it('tells no more than five answers, when many guesses come at once', async () => {
    const { email } = await signUp(shop.origin);
    const replies = await Promise.all(
      Array.from({ length: 14 }, (_, n) => elsewhere().attempt(email, n % 2 ? 'a guess' : 'another')),
    );
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(perAccount);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(14 - perAccount);
  });

  it('is not what somebody does who signs in often', async () => {
    const { email } = await signUp(shop.origin);
    const { attempt } = elsewhere();
    const replies = await Promise.all(Array.from({ length: perAccount + 1 }, () => attempt(email, password)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: perAccount + 1 }, () => 200));
  });
});

/** The cookie of a browser with which somebody has just signed in; it says nothing of their session. */
async function browserOf(email: string): Promise<string> {
  const { headers } = await elsewhere().attempt(email, password);
  return headers.getSetCookie().find((cookie) => cookie.startsWith(knownBrowserCookie)) ?? '';
}

describe('a browser that was signed in before', () => {
  it('is not locked out by what others guess, nor by what is guessed where it is', async () => {
    const { email } = await signUp(shop.origin);
    const known = elsewhere(await browserOf(email));
    for (let guess = 0; guess < perAccount; guess++) await elsewhere().attempt(email, 'a wrong guess');
    expectProblem(await elsewhere().attempt(email, password), 429);
    for (let guess = 0; guess <= perAddress; guess++) await known.attempt(someEmail(), 'a wrong guess');
    expectProblem(await known.attempt(someEmail(), 'a wrong guess'), 429);
    expect((await known.attempt(email, password)).status).toBe(200);
  });

  it('has no more guesses than anybody, should its cookie be stolen', async () => {
    const { email } = await signUp(shop.origin);
    const cookie = await browserOf(email);
    for (let guess = 0; guess < perAccount; guess++) {
      expectProblem(await elsewhere(cookie).attempt(email, 'a wrong guess'), 401);
    }
    expectProblem(await elsewhere(cookie).attempt(email, password), 429, refusal);
    expect((await elsewhere().attempt(email, password)).status).toBe(200);
  });
});

describe('asking for a mail', () => {
  it('is over after five times for an address, and not for who was signed in there before, or is', async () => {
    const owner = await signUp(shop.origin);
    const cookie = await browserOf(owner.email);
    for (let times = 0; times < perAccount; times++) {
      expect((await elsewhere().recover(owner.email)).status).toBe(202);
    }
    expectProblem(await elsewhere().recover(owner.email), 429, refusal);
    expect((await elsewhere(cookie).recover(owner.email)).status).toBe(202);
    expect((await owner.post('/identity/prove-email')).status).toBe(202);
    expect((await owner.post('/identity/email', { email: someEmail() })).status).toBe(202);
  });

  it('is no oftener for who is known, should the cookie be stolen', async () => {
    const { email } = await signUp(shop.origin);
    const cookie = await browserOf(email);
    for (let times = 0; times < perAccount; times++) {
      expect((await elsewhere(cookie).recover(email)).status).toBe(202);
    }
    expectProblem(await elsewhere(cookie).recover(email), 429, refusal);
    expect((await elsewhere().recover(email)).status).toBe(202);
  });
});

describe('a password that is asked for again', () => {
  it('can be guessed no more often, and is taken whatever others guess', async () => {
    const owner = await signUp(shop.origin);
    const forget = (secret: string) => owner.delete('/me', { body: { password: secret } });
    for (let guess = 0; guess < perAccount; guess++) expectProblem(await forget('a wrong guess'), 403);
    expectProblem(await forget(password), 429, refusal);
    const other = await signUp(shop.origin);
    for (let guess = 0; guess < perAccount; guess++) await elsewhere().attempt(other.email, 'a wrong guess');
    expect((await other.delete('/me', { body: { password } })).status).toBe(204);
  });
});

describe('signing up', () => {
  it('tells twenty times a minute whether an address is taken, and no more', async () => {
    const taken = (await signUp(shop.origin)).email;
    const caller = elsewhere();
    const replies = await Promise.all(Array.from({ length: perAddress + 5 }, () => caller.signUp(taken)));
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(perAddress);
    // Of those who come at once from one address some find no place to wait in.
    for (const { status } of replies) expect([409, 429, 503]).toContain(status);
    expectProblem(await caller.signUp(someEmail()), 429, refusal);
    expectProblem(await caller.attempt(taken, password), 429, refusal);
    expect((await elsewhere().signUp(someEmail())).status).toBe(201);
  });
});
