import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import type { SessionList } from '../../../modules/identity/contract.ts';
import { type ApiClient, signIn, signUp } from '../../testing/api-client.ts';
import { live } from '../../testing/clients/live-client.ts';
import { expectPosition, expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();
const sidOf = ({ idToken }: ApiClient) => decodeJwt<{ sid: string }>(idToken).sid;
const works = async (who: ApiClient) => (await who.get(`/user/${who.email}`)).status === 200;
const listOf = async (who: ApiClient, path = '/me/sessions') => (await who.get<SessionList>(path)).body.sessions;

/** Somebody who is signed in at three places. */
async function somebody(): Promise<[ApiClient, ApiClient, ApiClient]> {
  const first = await signUp(shop.origin);
  return [first, await signIn(shop.origin, first.email), await signIn(shop.origin, first.email)];
}

describe('GET /me/sessions', () => {
  it('shows where one is signed in, the latest first, and which one asks', async () => {
    const [first, second, third] = await somebody();
    const listed = await listOf(second);
    expect(listed.map(({ _id, isThisOne }) => [_id, isThisOne])).toEqual([
      [sidOf(third), false],
      [sidOf(second), true],
      [sidOf(first), false],
    ]);
    for (const { startedAt, browser, by } of listed) {
      expect({ browser, by }).toEqual({ browser: 'An unknown browser', by: 'password' });
      expect(Math.abs(Date.now() - Date.parse(startedAt))).toBeLessThan(60_000);
    }
  });

  it('says what one used, in plain words', async () => {
    const email = (await signUp(shop.origin)).email;
    const headers = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    };
    await shop.nobody.post('/identity/sign-in', { email, password: 'a long enough secret' }, { headers });
    const [latest] = await listOf(await signIn(shop.origin, email)).then((all) => all.slice(1));
    expect(latest?.browser).toBe('Firefox on Windows');
  });
});

describe('DELETE /me/sessions/{id}', () => {
  it('signs one out there at once, and nowhere else; there one reads why', async () => {
    const [here, elsewhere, third] = await somebody();
    expectPosition(await here.delete(`/me/sessions/${sidOf(elsewhere)}`));
    expect([await works(here), await works(elsewhere), await works(third)]).toEqual([true, false, true]);
    const refused = await shop.nobody.post('/identity/refresh', undefined, { headers: { cookie: elsewhere.cookie } });
    expectProblem(refused, 401, /from another place/);
    expect((await listOf(here)).map(({ _id }) => _id)).toEqual([sidOf(third), sidOf(here)]);
  });

  it('takes this one’s cookie away', async () => {
    const [here] = await somebody();
    const reply = await here.delete(`/me/sessions/${sidOf(here)}`);
    expect(reply.status).toBe(204);
    expect(reply.headers.getSetCookie()[0]).toMatch(/^inventory_session=; Max-Age=0/);
    expect(await works(here)).toBe(false);
  });

  it('finds nobody else’s, and none that is over', async () => {
    const [here, elsewhere] = await somebody();
    const others = await signUp(shop.origin);
    expectProblem(await here.delete(`/me/sessions/${sidOf(others)}`), 404, 'You are not signed in there any more.');
    expect(await works(others)).toBe(true);
    await elsewhere.delete(`/me/sessions/${sidOf(elsewhere)}`);
    expectProblem(await here.delete(`/me/sessions/${sidOf(elsewhere)}`), 404);
    expectProblem(await here.delete('/me/sessions/made-up'), 404);
  });
});

describe('DELETE /me/sessions', () => {
  it('signs one out everywhere, also live, and nobody else', async () => {
    const [here, ...others] = await somebody();
    const socket = await live(shop.origin, others[0].token);
    const reply = await here.delete('/me/sessions');
    expect(reply.status).toBe(204);
    expect(reply.headers.getSetCookie()[0]).toMatch(/^inventory_session=; Max-Age=0/);
    for (const one of [here, ...others]) expect(await works(one)).toBe(false);
    await socket.ended();
    expect(await works(shop.shopper)).toBe(true);
  });

  it('keeps this one where that is said', async () => {
    const [here, ...others] = await somebody();
    const reply = await here.delete('/me/sessions?keep=this');
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(await works(here)).toBe(true);
    for (const one of others) expect(await works(one)).toBe(false);
    expectProblem(await here.delete('/me/sessions?keep=all'), 400);
  });
});

describe('an admin', () => {
  it('sees where somebody is signed in, and signs them out everywhere', async () => {
    const people = await somebody();
    const [{ email }] = people;
    const path = `/user/${email}/sessions`;
    const listed = await listOf(shop.admin, path);
    expect(listed.map(({ _id }) => _id)).toEqual(people.map(sidOf).reverse());
    expect(listed.every(({ isThisOne }) => !isThisOne)).toBe(true);
    expectPosition(await shop.admin.delete(path));
    for (const one of people) expect(await works(one)).toBe(false);
    expect(await listOf(shop.admin, path)).toEqual([]);
    const headers = { cookie: people[0].cookie };
    expectProblem(await shop.nobody.post('/identity/refresh', undefined, { headers }), 401, /An admin signed you out/);
    expect(await works(await signIn(shop.origin, email))).toBe(true);
  });

  it('finds nobody of an email that is nobody’s', async () => {
    expectProblem(await shop.admin.get('/user/nobody@inventory.example/sessions'), 404, 'No user has that email.');
    expectProblem(await shop.admin.delete('/user/nobody@inventory.example/sessions'), 404, 'No user has that email.');
  });
});

describe('one’s own sessions', () => {
  it('are told of live where one signs in or out', async () => {
    const [here] = await somebody();
    const socket = await live(shop.origin, here.token);
    const elsewhere = await signIn(shop.origin, here.email);
    await socket.next('sessions.changed', {});
    await here.delete(`/me/sessions/${sidOf(elsewhere)}`);
    await expect.poll(() => socket.of('sessions.changed').length).toBe(2);
  });
});
