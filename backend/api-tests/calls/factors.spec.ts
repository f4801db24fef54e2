import { randomUUID } from 'node:crypto';
import { parseSetCookie } from 'cookie';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import type {
  FactorAdded,
  NewRecoveryCodes,
  OwnFactors,
  SecondFactorOptions,
} from '../../../modules/identity/factors/contract.ts';
import { type ApiClient, password, type Reply, signIn, signUp } from '../../testing/api-client.ts';
import { SoftwarePasskey } from '../../testing/clients/software-passkey.ts';
import { expectInvalid, expectProblem } from '../http/expect-problem.ts';
import { sessionCookieOf } from '../http/session-cookie-of.ts';
import { addApp, cookiesOf, waitingSignIn } from '../people/waiting-sign-in.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const shop = shopUnderTest();
/** Of the page: a shop that does not say where it is, is on localhost. */
const pageOrigin = 'http://localhost:3000';

const signInOf = (email: string) => shop.nobody.post('/identity/sign-in', { email, password });
const finish = (cookie: string, shown: object, key: string = randomUUID()) =>
  shop.nobody.post('/identity/second-factor', shown, { headers: { cookie, 'idempotency-key': key } });

function expectWanted(reply: Reply<unknown>, methods: readonly string[]) {
  expectProblem(reply, 401);
  expect(reply.body).toMatchObject({ type: '/problems/second-factor', methods });
}

async function addPasskey(who: ApiClient, name = 'Blue key') {
  const key = new SoftwarePasskey(pageOrigin);
  const { body: options } = await who.post<{ challenge: string }>('/me/factors/passkey/options');
  const reply = await who.post<FactorAdded>('/me/factors/passkey', { name, passkey: key.create(options) });
  return { key, reply };
}

describe('a sign-in with a second factor', () => {
  it('has no session until the second proof, and then the cookie of the first goes', async () => {
    const who = await signUp(shop.origin);
    const app = await addApp(who);
    const first = await signInOf(who.email);
    expectWanted(first, ['totp', 'recovery-code']);
    expect(() => sessionCookieOf(first)).toThrow();
    const cookie = cookiesOf(first);
    expectProblem(await shop.nobody.post('/identity/refresh', undefined, { headers: { cookie } }), 401);
    const second = await finish(cookie, { code: app.code() });
    expect(second).toMatchObject({ status: 200, body: { user: { email: who.email } } });
    expect(sessionCookieOf(second).value).not.toBe('');
    const over = second.headers.getSetCookie().map((text) => parseSetCookie(text));
    expect(over.find(({ name }) => name === 'inventory_pending')).toMatchObject({ value: '', maxAge: 0 });
  });

  it('ends with the first factor whatever was begun without one: who has only the password takes none away', async () => {
    const who = await signUp(shop.origin);
    const thief = await signIn(shop.origin, who.email, password);
    const { key, reply } = await addPasskey(who);
    expect(reply.status).toBe(201);
    expectProblem(await thief.delete(`/me/factors/${reply.body.insertedId}`), 401);
    expect((await who.get<OwnFactors>('/me/factors')).body.factors).toMatchObject([{ kind: 'passkey' }]);
    // Another ends nobody who came in by one.
    const cookie = cookiesOf(await signInOf(who.email));
    const { body: options } = await shop.nobody.post<SecondFactorOptions>(
      '/identity/second-factor/options',
      undefined,
      {
        headers: { cookie },
      },
    );
    const elsewhere = await finish(cookie, { passkey: key.get(options.passkey as { challenge: string }) });
    await addApp(who);
    const refreshed = await shop.nobody.post('/identity/refresh', undefined, {
      headers: { cookie: cookiesOf(elsewhere) },
    });
    expect(refreshed.status).toBe(200);
  });

  it('is the same one when its answer was lost and it is said again', async () => {
    const { cookie, code } = await waitingSignIn(shop.origin);
    const key = randomUUID();
    const [one, again] = [await finish(cookie, { code }, key), await finish(cookie, { code }, key)];
    expect([one.status, again.status]).toEqual([200, 200]);
    expect(sessionCookieOf(again).value).toBe(sessionCookieOf(one).value);
  });

  it('takes no code again in another sign-in under the key of the first', async () => {
    const who = await signUp(shop.origin);
    const app = await addApp(who);
    const [recoveryCode = ''] = app.recoveryCodes;
    for (const shown of [{ code: app.code() }, { recoveryCode }]) {
      const key = randomUUID();
      const [one, other] = [cookiesOf(await signInOf(who.email)), cookiesOf(await signInOf(who.email))];
      expect((await finish(one, shown, key)).status).toBe(200);
      expectWanted(await finish(other, shown, key), ['totp', 'recovery-code']);
      expect((await finish(one, shown, key)).status).toBe(200);
    }
  });

  it('takes a code once, however many come at the same time', async () => {
    const { cookie, code } = await waitingSignIn(shop.origin);
    const replies = await Promise.all(Array.from({ length: 5 }, () => finish(cookie, { code })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  it('takes a recovery code once', async () => {
    const who = await signUp(shop.origin);
    const { recoveryCodes } = await addApp(who);
    expect(recoveryCodes).toHaveLength(10);
    const [recoveryCode = ''] = recoveryCodes;
    const cookie = cookiesOf(await signInOf(who.email));
    const replies = await Promise.all([1, 2].map(() => finish(cookie, { recoveryCode })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await who.get<OwnFactors>('/me/factors')).body.recoveryCodesLeft).toBe(9);
  });

  it('bears five wrong codes, and then begins with the password again', async () => {
    const { cookie, code } = await waitingSignIn(shop.origin);
    for (let tries = 1; tries < 5; tries++)
      expectWanted(await finish(cookie, { code: '000000' }), ['totp', 'recovery-code']);
    const last = await finish(cookie, { code: '000000' });
    expectProblem(last, 401, 'That was wrong too often. Please log in again.');
    expect(last.body).toMatchObject({ type: 'about:blank' });
    expectProblem(await finish(cookie, { code }), 429);
  });

  it('is not begun by a wrong password, which tells nothing of second factors', async () => {
    const { email } = await waitingSignIn(shop.origin);
    const wrong = await shop.nobody.post('/identity/sign-in', { email, password: 'not that one' });
    expectProblem(wrong, 401, 'The email or the password is wrong.');
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it('is refused without the first proof, and with what is no second', async () => {
    expectProblem(await finish('', { code: '123456' }), 401, 'That took too long. Please log in again.');
    expectProblem(await finish('inventory_pending=forged', { code: '123456' }), 401);
    expectProblem(await shop.nobody.post('/identity/second-factor/options'), 401);
    const { cookie } = await waitingSignIn(shop.origin);
    expectInvalid(await finish(cookie, {}), 'code');
    expectInvalid(await finish(cookie, { code: '12345' }), 'code');
    expectInvalid(await finish(cookie, { code: '123456', recoveryCode: 'x' }), 'code');
  });
});

describe('a passkey', () => {
  it('finishes a sign-in, once with each challenge', async () => {
    const who = await signUp(shop.origin);
    const { key, reply } = await addPasskey(who);
    expect(reply).toMatchObject({ status: 201, body: { acknowledged: true } });
    const first = await signInOf(who.email);
    expectWanted(first, ['passkey', 'recovery-code']);
    const cookie = cookiesOf(first);
    const { body } = await shop.nobody.post<SecondFactorOptions>('/identity/second-factor/options', undefined, {
      headers: { cookie },
    });
    const passkey = key.get(body.passkey as { challenge: string });
    const replies = await Promise.all([1, 2, 3].map(() => finish(cookie, { passkey })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('finishes no other sign-in of the same first proof', async () => {
    const who = await signUp(shop.origin);
    const { key } = await addPasskey(who);
    const cookie = cookiesOf(await signInOf(who.email));
    const options = () =>
      shop.nobody.post<SecondFactorOptions>('/identity/second-factor/options', undefined, { headers: { cookie } });
    const [one, other] = [await options(), await options()].map(({ body }) =>
      key.get(body.passkey as { challenge: string }),
    );
    expect((await finish(cookie, { passkey: one })).status).toBe(200);
    expectProblem(await finish(cookie, { passkey: other }), 401, 'That login is over. Please log in again.');
    expectProblem(await options(), 401);
  });

  it('confirms who is calling, in the session that it was asked for', async () => {
    const who = await signUp(shop.origin);
    const { key } = await addPasskey(who);
    const { body: options } = await who.post<{ challenge: string }>('/identity/confirm/options');
    const passkey = key.get(options);
    const elsewhere = await signUp(shop.origin);
    expectProblem(await elsewhere.post('/identity/confirm', { passkey }), 403);
    expect((await who.post('/identity/confirm', { passkey })).status).toBe(204);
    expectProblem(await who.post('/identity/confirm', { passkey }), 403);
  });

  it('has a name, may be one of several, and is added once', async () => {
    const who = await signUp(shop.origin);
    const { key } = await addPasskey(who, 'Blue key');
    const second = await addPasskey(who, 'Phone');
    expect(second.reply.body.recoveryCodes).toBeUndefined();
    const { body: options } = await who.post<{ challenge: string }>('/me/factors/passkey/options');
    expectProblem(await who.post('/me/factors/passkey', { name: 'Again', passkey: key.create(options) }), 409);
    const { factors } = (await who.get<OwnFactors>('/me/factors')).body;
    expect(factors.map(({ name }) => name)).toEqual(['Blue key', 'Phone']);
  });
});

describe('one’s second factors', () => {
  it('are added once by a call that is said again', async () => {
    const who = await signUp(shop.origin);
    const { body: options } = await who.post<{ challenge: string }>('/me/factors/passkey/options');
    const body = { name: 'Blue key', passkey: new SoftwarePasskey(pageOrigin).create(options) };
    const call = { headers: { 'idempotency-key': randomUUID() } };
    const [one, again] = [
      await who.post('/me/factors/passkey', body, call),
      await who.post('/me/factors/passkey', body, call),
    ];
    expect([one.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(one.body);
    const made = [await who.post('/me/factors/recovery-codes', undefined, call)];
    expectProblem(made[0] as Reply<unknown>, 409); // That key was another call's.
  });

  it('give new recovery codes in the place of those before', async () => {
    const who = await signUp(shop.origin);
    const app = await addApp(who);
    const { status, body } = await who.post<NewRecoveryCodes>('/me/factors/recovery-codes');
    expect(status).toBe(201);
    const cookie = cookiesOf(await signInOf(who.email));
    expectWanted(await finish(cookie, { recoveryCode: app.recoveryCodes[0] }), ['totp', 'recovery-code']);
    expect((await finish(cookie, { recoveryCode: body.recoveryCodes[0]?.toUpperCase() })).status).toBe(200);
  });

  it('are taken away one by one, and with the last the password is enough again', async () => {
    const who = await signUp(shop.origin);
    await addApp(who);
    const [factor] = (await who.get<OwnFactors>('/me/factors')).body.factors;
    const other = await signUp(shop.origin);
    expectProblem(await other.delete(`/me/factors/${factor?._id}`), 404);
    expect((await who.delete(`/me/factors/${factor?._id}`)).status).toBe(204);
    expect((await who.get<OwnFactors>('/me/factors')).body).toEqual({
      factors: [],
      recoveryCodesLeft: 0,
      confirmBy: ['password'],
    });
    expect((await signInOf(who.email)).status).toBe(200);
  });

  it('are shown without what proves anything, in one’s data too, and end with the person', async () => {
    const who = await signUp(shop.origin);
    const { recoveryCodes } = await addApp(who);
    await addPasskey(who);
    const shown = JSON.stringify([(await who.get('/me/factors')).body, (await who.get('/me/export')).body]);
    expect(shown).toContain('Blue key');
    for (const name of ['secret', 'publicKey', 'credentialId', 'digests']) expect(shown).not.toContain(`"${name}"`);
    const stored = await storedEventsOf(shop, 'TotpAdded', 'PasskeyAdded', 'RecoveryCodesMade');
    const kept = JSON.stringify(stored.map(({ data }) => data));
    for (const text of [...recoveryCodes, 'Blue key']) expect(kept).not.toContain(text);
    expect((await who.call('DELETE', '/me', { body: { password } })).status).toBe(204);
    const uid = decodeJwt(who.idToken).sub;
    const ended = async () => (await storedEventsOf(shop, 'FactorsEnded')).map(({ data }) => data);
    await expect.poll(ended).toContainEqual({ uid, because: 'erased' });
  });
});
