import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Person } from '../../../modules/people/contract.ts';
import { demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, addTool, orderOf, password, type Reply, signIn, signUp } from '../../testing/api-client.ts';
import { live } from '../../testing/clients/live-client.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { strangeIds } from '../http/strange-ids.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

let ahead = 0;
const shop = shopUnderTest({}, { now: () => new Date(Date.now() + ahead) });
const price = 19.99;
const uidOf = ({ token = '' }: ApiClient) => decodeJwt(token).sub ?? '';
const works = async (who: ApiClient) => (await who.get(`/user/${who.email}`)).status === 200;
const erase = (email: string, call: object = { body: { password: demoPassword } }) =>
  shop.admin.delete(`/people/${email}`, call);

/** Somebody whose names stand nowhere else. */
async function somebody() {
  const word = `n${randomUUID().replaceAll('-', '').slice(0, 10)}`;
  const email = `${word}@inventory.example`;
  return { word, email, who: await signUp(shop.origin, `First${word} Last${word}`, email) };
}

const order = async (who: ApiClient) =>
  (await who.post<{ insertedId: string }>('/booking', orderOf(who, await addTool(shop.admin), price))).body.insertedId;

const search = async (q: string, more = '') =>
  (await shop.admin.get<Person[]>(`/user?q=${encodeURIComponent(q)}${more}`)).body;

describe('GET /user of who is looked for', () => {
  it('lists everybody by email, with their role, since when they come, and their orders', async () => {
    const before = Date.now();
    const { who, email, word } = await somebody();
    await order(who);
    await who.delete(`/booking/${await order(who)}`);
    const { body, headers } = await shop.admin.get<Person[]>('/user?with=orders');
    const emails = body.map((person) => person.email);
    expect(emails).toEqual([...emails].sort());
    expect(headers.get('total-count')).toBe(String(body.length));
    const found = body.find((person) => person.email === email);
    expect(found).toEqual({
      _id: uidOf(who),
      name: `First${word} Last${word}`,
      email,
      cameAt: expect.any(String),
      orders: 1,
    });
    expect(Date.parse(found?.cameAt ?? '')).toBeGreaterThan(before - 1_000);
    expect(body.find((person) => person.email === shop.admin.email)).toMatchObject({ role: 'admin' });
  });

  it('finds people by how their email, name or last name begins, in whatever case', async () => {
    const { word, email } = await somebody();
    for (const q of [email, word, `first${word.toUpperCase()}`, `LAST${word}`]) {
      expect((await search(q)).map((person) => person.email)).toEqual([email]);
    }
    expect(await search(`${word}x`)).toEqual([]);
    const reply = await shop.admin.get(`/user?q=${word}`);
    expect(reply.headers.get('total-count')).toBeNull();
  });

  it('finds admins alone', async () => {
    const { word, email } = await somebody();
    expect(await search(word, '&role=admin')).toEqual([]);
    await shop.admin.put(`/user/admin/${email}`);
    expect(await search(word, '&role=admin')).toMatchObject([{ email, role: 'admin' }]);
    const admins = (await shop.admin.get<Person[]>('/user?role=admin')).body;
    expect(admins.every(({ role }) => role === 'admin')).toBe(true);
    expect(admins.map((person) => person.email)).toEqual(expect.arrayContaining([email, shop.admin.email]));
  });

  it('is gone through by pages', async () => {
    const word = `p${randomUUID().slice(0, 8)}`;
    for (const nth of [1, 2, 3]) await signUp(shop.origin, 'Paged Person', `${word}-${nth}@inventory.example`);
    const emails: string[] = [];
    let next: string | undefined = `/user?q=${word}&limit=2`;
    while (next !== undefined) {
      const reply: Reply<Person[]> = await shop.admin.get<Person[]>(next);
      emails.push(...reply.body.map(({ email }) => email));
      next = /^<(.+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1];
    }
    expect(emails).toEqual([1, 2, 3].map((nth) => `${word}-${nth}@inventory.example`));
  });

  it('says nothing of orders where nothing is asked: it is the list of before', async () => {
    const { email } = await somebody();
    const { body, headers } = await shop.admin.get<object[]>('/user');
    expect(body.find((user) => 'email' in user && user.email === email)).not.toHaveProperty('orders');
    expect(headers.get('total-count')).toBeNull();
    expectInvalid(await shop.admin.get('/user?with=everything'), 'with');
  });

  it('refuses what is no question', async () => {
    expectInvalid(await shop.admin.get('/user?role=shopper'), 'role');
    expectInvalid(await shop.admin.get(`/user?q=${'x'.repeat(255)}`), 'q');
    expectInvalid(await shop.admin.get('/user?with=orders&after=made-up'), 'after');
  });
});

describe('GET /people/{email}', () => {
  it('says of somebody what they said of themselves, and how many orders they have', async () => {
    const { who, email } = await somebody();
    const profile = { education: 'Joinery', location: 'Dhaka', phone: '+880 1', social: 'https://example.com/me' };
    await who.post('/updateuser', { email, ...profile });
    await order(who);
    const { body } = await shop.admin.get<Person>(`/people/${email.toUpperCase()}`);
    expect(body).toMatchObject({ _id: uidOf(who), email, ...profile, orders: 1 });
  });

  it.each(['nobody@inventory.example', ...strangeIds])('finds nobody called %j', async (email) =>
    expectProblem(await shop.admin.get(`/people/${encodeURIComponent(email)}`), 404, 'No user has that email.'),
  );
});

describe('POST /people/{email}/export', () => {
  it('is a download of all that is held of somebody, and the history says who took it', async () => {
    const { who, email } = await somebody();
    const bookingId = await order(who);
    const reply = await shop.admin.post<object>(`/people/${email}/export`);
    expectPosition(reply);
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="inventory-personal-data.json"');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const own = await who.get<object>('/me/export');
    expect({ ...reply.body, at: '' }).toEqual({ ...own.body, at: '' });
    expect(reply.body).toMatchObject({ account: { uid: uidOf(who), email }, orders: [{ _id: bookingId }] });
    const told = await shop.admin.get<{ type: string; sentence: string; actor: object }[]>(
      `/history?entity=user:${uidOf(who)}&type=UserDataExported`,
    );
    expect(told.body).toHaveLength(1);
    expect(told.body[0]?.sentence).toMatch(/^Demo Admin took a copy of all that the shop holds of First/);
  });

  it('is written down once for each key, and each time without one', async () => {
    const { who, email } = await somebody();
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/people/${email}/export`;
    const [first, again] = [
      await shop.admin.post(path, undefined, { headers }),
      await shop.admin.post(path, undefined, { headers }),
    ];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(expectPosition(again)).toBe(expectPosition(first));
    await shop.admin.post(path);
    const taken = await storedEventsOf(shop, 'UserDataExported');
    expect(taken.filter(({ data }) => (data as { uid: string }).uid === uidOf(who))).toHaveLength(2);
  });

  it('is written down again under the key of one that is longer ago than an answer is waited for', async () => {
    const { who, email } = await somebody();
    const headers = { 'idempotency-key': randomUUID() };
    const take = async (admin: ApiClient) => admin.post(`/people/${email}/export`, undefined, { headers });
    const first = await take(shop.admin);
    ahead = 16 * 60_000;
    try {
      const later = await take(await signIn(shop.origin, shop.admin.email, demoPassword));
      expect(later.status).toBe(200);
      expect(expectPosition(later)).not.toBe(expectPosition(first));
    } finally {
      ahead = 0;
    }
    const taken = await storedEventsOf(shop, 'UserDataExported');
    expect(taken.filter(({ data }) => (data as { uid: string }).uid === uidOf(who))).toHaveLength(2);
  });

  it('finds nobody of an email that is nobody’s, and writes nothing down where it is refused', async () => {
    expectProblem(await shop.admin.post('/people/nobody@inventory.example/export'), 404, 'No user has that email.');
    const before = (await storedEventsOf(shop, 'UserDataExported')).length;
    expectProblem(await shop.other.post(`/people/${shop.shopper.email}/export`), 403);
    expect(await storedEventsOf(shop, 'UserDataExported')).toHaveLength(before);
  });
});

describe('DELETE /people/{email}', () => {
  it('forgets somebody: they are out at once, found no more, and their orders are nobody’s', async () => {
    const { who, email, word } = await somebody();
    const bookingId = await order(who);
    await shop.admin.post(`/booking/${bookingId}/note`, { note: `Asked for ${word}` });
    const free = orderOf(who, await addTool(shop.admin, { PerPrice: 0 }), 0);
    const kept = (await who.post<{ insertedId: string }>('/booking', free)).body.insertedId;
    const socket = await live(shop.origin, who.token);
    const admins = await live(shop.origin, shop.admin.token);
    const reply = await erase(email);
    expect(reply.status).toBe(204);
    expectPosition(reply);
    await socket.ended();
    await admins.next('user.erased', { uid: uidOf(who) });
    expect(JSON.stringify(admins.of('user.erased'))).not.toContain(word);
    expect(await works(who)).toBe(false);
    for (const q of [email, word, `first${word}`, `last${word}`]) expect(await search(q)).toEqual([]);
    expectProblem(await shop.admin.get(`/people/${email}`), 404);
    expectProblem(await shop.nobody.post('/identity/sign-in', { email, password }), 401);
    expect((await shop.admin.get<Booking>(`/booking/${kept}`)).body).toMatchObject({ buyerName: 'erased' });
    expectProblem(await shop.admin.get(`/booking/${bookingId}`), 404);
    expect(await works(shop.shopper)).toBe(true);
  });

  it('is done by the admin who says so in the history, and in the same order as by oneself', async () => {
    const { who, email } = await somebody();
    await erase(email);
    const events = (await storedEventsOf(shop, 'PersonForgotten', 'UserErased', 'SubjectKeyDestroyed')).filter(
      ({ data }) => (data as { uid: string }).uid === uidOf(who),
    );
    expect(events.map(({ type }) => type)).toEqual(['PersonForgotten', 'UserErased', 'SubjectKeyDestroyed']);
    expect(events[0]?.meta.actor).toEqual({ uid: uidOf(shop.admin), role: 'admin' });
  });

  it('wants the password of the admin who does it, and forgets nobody without it', async () => {
    const { who, email } = await somebody();
    expectProblem(await erase(email, { body: { password } }), 403);
    expectInvalid(await erase(email, { body: {} }), 'password');
    expect(await works(who)).toBe(true);
  });

  it('is answered as it was when it is said again, also when somebody else has that email by then', async () => {
    const { email } = await somebody();
    const call = { body: { password: demoPassword }, headers: { 'idempotency-key': randomUUID() } };
    const first = await erase(email, call);
    expect(first.status).toBe(204);
    const next = await signUp(shop.origin, 'Somebody Else', email);
    const again = await erase(email, call);
    expect(again.status).toBe(204);
    expect(expectPosition(again)).toBe(expectPosition(first));
    expect(await works(next)).toBe(true);
  });

  it('forgets who signed up and never came', async () => {
    const email = `${randomUUID()}@inventory.example`;
    await shop.nobody.post('/identity/sign-up', { name: 'Never Came', email, password });
    expect((await erase(email)).status).toBe(204);
    expectProblem(await shop.nobody.post('/identity/sign-in', { email, password }), 401);
  });

  it('forgets another admin, who is told by nobody as one any more, and never the last nor oneself', async () => {
    const { email, who } = await somebody();
    await shop.admin.put(`/user/admin/${email}`);
    await vi.waitFor(async () => expect((await who.get('/user')).status).toBe(200), 60_000);
    expect((await erase(email)).status).toBe(204);
    expect((await search(email, '&role=admin')).length).toBe(0);
    expectProblem(await erase(shop.admin.email), 409, /your own account/);
    expect(await works(shop.admin)).toBe(true);
  });

  it('of two admins who forget each other at once leaves one', async () => {
    const [one, other] = [await somebody(), await somebody()];
    for (const { email } of [one, other]) await shop.admin.put(`/user/admin/${email}`);
    const admins = (await shop.admin.get<Person[]>('/user?role=admin')).body.map(({ email }) => email);
    // Nobody but these two is to be one for this.
    const others = admins.filter((email) => ![one.email, other.email, shop.admin.email].includes(email));
    for (const email of others) await shop.admin.delete(`/user/admin/${email}`);
    await shop.admin.delete(`/user/admin/${shop.admin.email}`);
    const call = { body: { password } };
    const replies = await Promise.all([
      one.who.delete(`/people/${other.email}`, call),
      other.who.delete(`/people/${one.email}`, call),
    ]);
    const left = [one, other].filter((_, nth) => replies[1 - nth]?.status !== 204);
    expect(left).toHaveLength(1);
    // Whoever goes is no admin any more before they are forgotten: else it would be by chance that one is left.
    const gone = left[0] === one ? other : one;
    const uid = decodeJwt(gone.who.token ?? '').sub;
    const happened = await storedEventsOf(shop, 'AdminStruckOff', 'PersonForgotten');
    const theirs = happened.filter(({ data }) => (data as { uid?: string }).uid === uid);
    expect(theirs.map(({ type }) => type)).toEqual(['AdminStruckOff', 'PersonForgotten']);
    expect((await left[0]?.who.get<Person[]>('/user?role=admin'))?.body).toMatchObject([{ email: left[0]?.email }]);
    await left[0]?.who.put(`/user/admin/${shop.admin.email}`);
    expect((await shop.admin.get('/user')).status).toBe(200);
  });

  it.each(['nobody@inventory.example', ...strangeIds])('finds nobody called %j', async (email) =>
    expectProblem(await erase(encodeURIComponent(email)), 404, 'No user has that email.'),
  );
});
