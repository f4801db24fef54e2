import { randomUUID } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import type { SignedIn } from '../../../modules/identity/contract.ts';
import { argon2Passwords } from '../../../modules/identity/passwords/password.ts';
import { demoShopper } from '../../start/demo/seed.ts';
import { ApiClient, password } from '../../testing/api-client.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { sessionCookieOf } from '../http/session-cookie-of.ts';
import { openShop, shopUnderTest } from '../shop-under-test.ts';

const thirtyDays = 30 * 24 * 60 * 60;
let ahead = 0;
const shop = shopUnderTest({}, { now: () => new Date(Date.now() + ahead) });

const newEmail = () => `new-${randomUUID()}@inventory.example`;
const signUp = (but: Readonly<Record<string, unknown>> = {}) =>
  shop.nobody.post<SignedIn>('/identity/sign-up', { name: 'New Shopper', email: newEmail(), password, ...but });
const signIn = (email = shop.shopper.email, secret = password) =>
  shop.nobody.post<SignedIn>('/identity/sign-in', { email, password: secret });
const refresh = (cookie?: string) =>
  shop.nobody.post<SignedIn>('/identity/refresh', undefined, { headers: cookie === undefined ? {} : { cookie } });

describe('POST /identity/sign-up', () => {
  it('opens an account and signs in to it', async () => {
    const email = newEmail();
    const reply = await signUp({ name: '  Ada of the Tools ', email: ` ${email.toUpperCase()} ` });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      idToken: expect.any(String),
      user: { uid: expect.any(String), displayName: 'Ada of the Tools', email },
    });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expectPosition(reply);
    const refreshed = await refresh(sessionCookieOf(reply).pair);
    expect(refreshed.body.user).toEqual(reply.body.user);
  });

  it('gives an ID token that the public keys prove', async () => {
    const { body } = await signUp();
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', shop.origin));
    const { payload } = await jwtVerify(body.idToken, keys, { algorithms: ['ES256'] });
    expect(payload).toMatchObject({ sub: body.user.uid, email: body.user.email, name: body.user.displayName });
  });

  it('refuses an email that is taken, in whatever case', async () => {
    for (const email of [shop.shopper.email, shop.shopper.email.toUpperCase()]) {
      expectProblem(await signUp({ email }), 409, 'That email has an account already. Please log in.');
    }
  });

  it('opens one account when the same email comes many times at once', async () => {
    const email = newEmail();
    const replies = await Promise.all(Array.from({ length: 6 }, () => signUp({ email })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it.each([
    ['a name', { name: '' }, 'name'],
    ['a name in more than spaces', { name: ' \t ' }, 'name'],
    ['a name as text', { name: 7 }, 'name'],
    ['a name without NUL', { name: 'a\u0000b' }, 'name'],
    ['a name of whole characters', { name: 'a\ud800' }, 'name'],
    ['a name of at most 120 characters', { name: 'x'.repeat(121) }, 'name'],
    ['an email', { email: '' }, 'email'],
    ['a real email', { email: 'nobody@nowhere' }, 'email'],
    ['an email alone', { email: 'see a1@b.com or so' }, 'email'],
    ['a short email', { email: `${'x'.repeat(250)}@b.com` }, 'email'],
    ['a password of 6 characters', { password: '12x45' }, 'password'],
    ['a password of at most 256 characters', { password: 'x'.repeat(257) }, 'password'],
    ['an uncommon password', { password: 'password1' }, 'password'],
    ['an uncommon password in whatever case', { password: 'QWERTY123' }, 'password'],
    ['a password as text', { password: 123_456_789 }, 'password'],
  ])('wants %s', async (_, but, path) => expectInvalid(await signUp(but), path));

  it.each(['aaaaaa', '111111111', 'abcabcabc', 'P@ssw0rd', 'xpcrew'])('refuses %s as a password', async (secret) => {
    expectInvalid(await signUp({ password: secret }), 'password');
  });

  it('refuses the name, the email, and what is before its @ as a password', async () => {
    const email = newEmail();
    const [before = ''] = email.split('@');
    for (const secret of ['Somebody Else', email.toUpperCase(), before]) {
      expectInvalid(await signUp({ name: 'somebody else', email, password: secret }), 'password');
    }
  });

  it('takes a password of 6 and one of 256 characters, of any script', async () => {
    for (const secret of ['zq7!pä', `${'🔧🔑'.repeat(63)}🔩🔩`]) {
      const email = newEmail();
      expect((await signUp({ email, password: secret })).status).toBe(201);
      expect((await signIn(email, secret)).status).toBe(200);
    }
  });
});

describe('POST /identity/sign-in', () => {
  it('signs in, in whatever case the email is written', async () => {
    const reply = await signIn(` ${shop.shopper.email.toUpperCase()} `);
    expect(reply.status).toBe(200);
    const user = { uid: expect.any(String), displayName: 'Test Shopper', email: shop.shopper.email };
    expect(reply.body).toEqual({ idToken: expect.any(String), user });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expectPosition(reply);
  });

  it('says the same of an unknown email and of a wrong password', async () => {
    const replies = [
      await signIn(newEmail()),
      await signIn(undefined, 'not it'),
      await signIn('no email'),
      await signIn(''),
    ];
    for (const reply of replies) {
      expectProblem(reply, 401, 'The email or the password is wrong.');
      expect(reply.text).toBe(replies[0]?.text);
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
  });

  it('takes as long for an unknown email as for a wrong password', async () => {
    const real = await openShop({}, { passwords: argon2Passwords() });
    const attempt = (email: string) =>
      new ApiClient(real.origin).post('/identity/sign-in', { email, password: 'not it' });
    const unknown: number[] = [];
    const wrong: number[] = [];
    for (let round = 0; round < 5; round++) {
      unknown.push(await milliseconds(() => attempt(newEmail())));
      wrong.push(await milliseconds(() => attempt(demoShopper.email)));
    }
    await real.end();
    // Without the work on a hash the one takes a hundredth of the other.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...wrong) / 3);
    expect(Math.min(...wrong)).toBeGreaterThan(Math.min(...unknown) / 3);
  });

  it('refuses a password that is no text, and what is too long', async () => {
    expectInvalid(await shop.nobody.post('/identity/sign-in', { email: shop.shopper.email, password: 7 }), 'password');
    expectInvalid(await signIn(shop.shopper.email, 'x'.repeat(257)), 'password');
    expectInvalid(await signIn('x'.repeat(255), password), 'email');
  });
});

describe('the session', () => {
  it('is a cookie that scripts and other sites cannot use, for 30 days at most', async () => {
    const cookie = sessionCookieOf(await signIn());
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' });
    expect(cookie.secure).toBeUndefined();
    expect(cookie.domain).toBeUndefined();
    expect(cookie.maxAge).toBeGreaterThan(thirtyDays - 60);
    expect(cookie.maxAge).toBeLessThanOrEqual(thirtyDays);
    expect(cookie.value).toMatch(/^[\w-]{91}$/);
  });

  it('is sent over TLS only, where the shop is not on localhost', async () => {
    const elsewhere = await openShop({ PUBLIC_URL: 'https://shop.example', SEED: 'none', DEMO: 'public' });
    try {
      const body = { name: 'New Shopper', email: newEmail(), password };
      const reply = await shop.nobody.at(elsewhere.origin).post('/identity/sign-up', body);
      expect(sessionCookieOf(reply)).toMatchObject({ secure: true, httpOnly: true, sameSite: 'lax' });
    } finally {
      await elsewhere.end();
    }
  });

  it('gives a new ID token for 30 days, and no longer', async () => {
    const { pair } = sessionCookieOf(await signIn());
    try {
      ahead = (thirtyDays - 60) * 1000;
      const reply = await refresh(pair);
      expect(reply.status).toBe(200);
      expect(reply.body.user.email).toBe(shop.shopper.email);
      const call = { token: reply.body.idToken };
      expect((await shop.nobody.put(`/user/${shop.shopper.email}`, { email: shop.shopper.email }, call)).status).toBe(
        200,
      );
      ahead = (thirtyDays + 60) * 1000;
      expectProblem(await refresh(pair), 401, 'Nobody is signed in.');
    } finally {
      ahead = 0;
    }
  });

  it('has another cookie after each renewal; that of before is good until it was followed, and 10 s more', async () => {
    const first = sessionCookieOf(await signIn());
    const renewed = await refresh(first.pair);
    const second = sessionCookieOf(renewed);
    expect(second).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/' });
    expect(second.value).not.toBe(first.value);
    expect(renewed.headers.get('cache-control')).toBe('no-store');
    try {
      ahead = 60_000;
      expect(sessionCookieOf(await refresh(first.pair)).value).toBe(second.value); // As after an answer that was lost.
      const [one, other] = await Promise.all([refresh(second.pair), refresh(second.pair)]);
      expect(sessionCookieOf(one).value).toBe(sessionCookieOf(other).value);
      expect((await refresh(first.pair)).status).toBe(200);
      ahead += 10_100;
      const call = { token: one.body.idToken };
      const again = await refresh(first.pair);
      expectProblem(again, 401, /its cookie was used twice/);
      expect(again.body).toMatchObject({ type: '/problems/session-over' });
      expectProblem(await refresh(sessionCookieOf(one).pair), 401, /its cookie was used twice/);
      expectProblem(await shop.nobody.put(`/user/${shop.shopper.email}`, { email: shop.shopper.email }, call), 401);
    } finally {
      ahead = 0;
    }
  });

  it('is over on the server after sign-out, and others go on', async () => {
    const [one, other] = [sessionCookieOf(await signIn()), sessionCookieOf(await signIn())];
    const reply = await shop.nobody.post('/identity/sign-out', undefined, { headers: { cookie: one.pair } });
    expect(reply.status).toBe(204);
    expect(reply.text).toBe('');
    expectPosition(reply);
    expect(sessionCookieOf(reply)).toMatchObject({ value: '', maxAge: 0, httpOnly: true, sameSite: 'lax', path: '/' });
    expectProblem(await refresh(one.pair), 401, 'You signed out. Please log in again.');
    expect((await refresh(other.pair)).status).toBe(200);
  });

  it('need not be there to sign out', async () => {
    for (const cookie of ['', 'inventory_session=unknown', 'inventory_session=%00%ff', 'a=b']) {
      expect((await shop.nobody.post('/identity/sign-out', undefined, { headers: { cookie } })).status).toBe(204);
    }
  });

  it.each([undefined, '', 'inventory_session=', 'inventory_session=unknown', 'inventory_session=%F0%9F%94%A7', 'a=b'])(
    'is refused as %s',
    async (cookie) => {
      const reply = await refresh(cookie);
      expectProblem(reply, 401, 'Nobody is signed in.');
      expect(reply.body).not.toHaveProperty('idToken');
    },
  );
});

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
