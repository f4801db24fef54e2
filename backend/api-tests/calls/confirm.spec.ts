import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoAdmin, demoPassword, demoShopper } from '../../start/demo/seed.ts';
import { ApiClient, password, type Reply, signUp } from '../../testing/api-client.ts';
import { everyCall } from '../every-call.ts';
import { declaredCalls } from '../http/declared-calls.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { make } from '../http/make-call.ts';
import { sessionCookieOf } from '../http/session-cookie-of.ts';
import { addApp, cookiesOf } from '../people/waiting-sign-in.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const minutes = 60_000;
let ahead = 0;
const shop = shopUnderTest({}, { now: () => new Date(Date.now() + ahead) });

/** What wants a newer proof of who is calling. */
const confirmed = [
  'POST /booking/{id}/refund',
  'POST /refunds/{id}/retry',
  'POST /refunds/{id}/settle',
  'DELETE /user/admin/{email}',
  'DELETE /user/{email}/sessions',
  'POST /identity/email',
  'POST /me/logins',
  'DELETE /me/logins/{id}',
  'DELETE /me',
  'GET /me/export',
  'GET /orders/export',
  'POST /people/{email}/export',
  'DELETE /people/{email}',
  'POST /me/factors/totp',
  'POST /me/factors/totp/confirm',
  'POST /me/factors/passkey',
  'POST /me/factors/passkey/options',
  'POST /me/factors/recovery-codes',
  'DELETE /me/factors/{id}',
];

/** Somebody who signed in a while ago and has gone on since: their token is new, their proof is not. */
async function signedInSince(since: number, email: string, password: string) {
  const reply = await shop.nobody.post('/identity/sign-in', { email, password });
  const cookie = sessionCookieOf(reply).pair;
  ahead += since;
  return withNewToken(cookie, email);
}

async function withNewToken(cookie: string, email: string): Promise<ApiClient> {
  const { body } = await shop.nobody.post<{ idToken: string }>('/identity/refresh', undefined, { headers: { cookie } });
  const call = { token: body.idToken };
  const registered = await shop.nobody.put<{ token: string }>(`/user/${email}`, { email }, call);
  return new ApiClient(shop.origin, { token: registered.body.token, email, idToken: body.idToken });
}

function expectAskedAgain(reply: Reply<unknown>) {
  expectProblem(reply, 403, 'Please confirm that it is you, and ask again.');
  expect(reply.body).toMatchObject({ type: '/problems/confirm-again' });
}

beforeEach(() => {
  ahead = 0;
});

describe('a proof of who is calling', () => {
  it('is wanted of the last 15 minutes by what gives money, accounts or data out of hand', async () => {
    const declared = await declaredCalls(shop.origin);
    // No call says so that is not looked at, and none that is says nothing of it.
    const saySo = declared.filter(({ operation }) => JSON.stringify(operation.responses).includes('confirm-again'));
    expect(saySo.map(({ call }) => call).sort()).toEqual(confirmed.toSorted());
    const rows = everyCall.filter(({ call }) => confirmed.includes(call));
    const asked = await Promise.all(rows.map(async (row) => ({ row, asked: await row.ask(shop) })));
    const admin = await signedInSince(15 * minutes + 1_000, demoAdmin.email, demoPassword);
    for (const { row, asked: call } of asked) expectAskedAgain(await make(row, admin, call));
  });

  it('counts for 15 minutes, and a fresh sign-in is one', async () => {
    const shopper = await signedInSince(15 * minutes - 5_000, demoShopper.email, demoPassword);
    expect((await shopper.get('/me/export')).status).toBe(200);
    ahead += 10_000;
    expectAskedAgain(await shopper.get('/me/export'));
  });

  it('is not wanted by a promotion, whose own clients know no such answer', async () => {
    const admin = await signedInSince(16 * minutes, demoAdmin.email, demoPassword);
    expect((await admin.put(`/user/admin/${demoAdmin.email}`)).status).toBe(200);
  });

  it('is given anew by the password, after which the same call goes on under its key', async () => {
    const { email } = await signUp(shop.origin);
    await shop.admin.put(`/user/admin/${email}`);
    const admin = await signedInSince(16 * minutes, demoAdmin.email, demoPassword);
    const call = { headers: { 'idempotency-key': randomUUID() } };
    const role = async () => (await admin.get<{ admin: boolean }>(`/admin/${email}`)).body;
    expectAskedAgain(await admin.delete(`/user/admin/${email}`, call));
    expect(await role()).toEqual({ admin: true });
    expect((await admin.post('/identity/confirm', { password: demoPassword })).status).toBe(204);
    expect((await admin.delete(`/user/admin/${email}`, call)).status).toBe(200);
    expect(await role()).toEqual({ admin: false });
  });

  it('is not given by another password, nor in another session', async () => {
    const shopper = await signedInSince(16 * minutes, demoShopper.email, demoPassword);
    const elsewhere = await shop.nobody.post('/identity/sign-in', { email: demoShopper.email, password: demoPassword });
    expect(elsewhere.status).toBe(200);
    expectProblem(
      await shopper.post('/identity/confirm', { password: 'not that one' }),
      403,
      'That is not your password.',
    );
    expectProblem(await shopper.post('/identity/confirm', { code: '123456' }), 403);
    expectAskedAgain(await shopper.get('/me/export'));
  });

  it('is given with the second factor by who has one, and not with the password alone', async () => {
    const who = await signUp(shop.origin);
    const app = await addApp(who);
    expect((await who.get('/me/factors')).body).toMatchObject({ confirmBy: ['totp', 'recovery-code'] });
    expectProblem(await who.post('/identity/confirm', { password }), 403, 'Please confirm with your second factor.');
    expect((await who.post('/identity/confirm', { code: app.code() })).status).toBe(204);
    expectProblem(await who.post('/identity/confirm', { code: app.code() }), 403);
    expect((await who.post('/identity/confirm', { recoveryCode: app.recoveryCodes[0] })).status).toBe(204);
  });

  it('is given by a code in one session, and once: the same call again proves nothing later, nor elsewhere', async () => {
    const who = await signUp(shop.origin);
    const { recoveryCodes } = await addApp(who);
    const waiting = { cookie: cookiesOf(await shop.nobody.post('/identity/sign-in', { email: who.email, password })) };
    const second = { recoveryCode: recoveryCodes[1] };
    const entered = await shop.nobody.post('/identity/second-factor', second, { headers: waiting });
    const other = await withNewToken(cookiesOf(entered), who.email);
    const call = { headers: { 'idempotency-key': randomUUID() } };
    const confirm = (by: ApiClient) => by.post('/identity/confirm', { recoveryCode: recoveryCodes[0] }, call);
    expect((await confirm(who)).status).toBe(204);
    expectProblem(await confirm(other), 403);
    ahead += 14 * minutes;
    expect((await confirm(who)).status).toBe(204);
    ahead += 2 * minutes;
    expectAskedAgain(await (await withNewToken(who.cookie, who.email)).get('/me/export'));
  });
});

describe('a second factor at which somebody guesses who knows the password', () => {
  it('is locked for them alone: not for who is signed in, nor for a browser that was, nor to a recovery code', async () => {
    const who = await signUp(shop.origin);
    const { email } = who;
    const signInWith = (cookie = '') =>
      shop.nobody.post('/identity/sign-in', { email, password }, { headers: { cookie } });
    const known = cookiesOf(await signInWith());
    const app = await addApp(who, () => Date.now() + ahead);
    const finish = (cookie: string, shown: object) =>
      shop.nobody.post('/identity/second-factor', shown, { headers: { cookie } });
    for (const _ of ['once', 'again']) {
      const waiting = cookiesOf(await signInWith());
      for (let guess = 0; guess < 5; guess++) expectProblem(await finish(waiting, { code: '000000' }), 401);
    }
    ahead += 0.5 * minutes;
    const [stranger, owner] = [cookiesOf(await signInWith()), cookiesOf(await signInWith(known))];
    expectProblem(await finish(stranger, { code: app.code(0) }), 429);
    expect((await who.post('/identity/confirm', { code: app.code(0) })).status).toBe(204);
    expect((await finish(`${owner}; ${known}`, { code: app.code() })).status).toBe(200);
    expectProblem(await finish(stranger, { recoveryCode: 'none-of-them' }), 401);
    expect((await finish(stranger, { recoveryCode: app.recoveryCodes[0] })).status).toBe(200);
  });
});
