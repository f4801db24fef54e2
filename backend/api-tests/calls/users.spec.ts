import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { User } from '../../../modules/users/contract.ts';
import { type ApiClient, password, signUp } from '../../testing/api-client.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { strangeIds } from '../http/strange-ids.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

const profile = { education: 'Carpentry', location: 'Dhaka', phone: '+880 1', social: 'https://example.com/me' };
const profileOf = (who: ApiClient, but: object = {}) => ({
  name: 'Test Shopper',
  email: who.email,
  ...profile,
  ...but,
});

async function listed(email: string): Promise<User | undefined> {
  const { body } = await shop.admin.get<User[]>('/user');
  return body.find((user) => user.email === email);
}

async function signedUpOnly(): Promise<{ email: string; idToken: string }> {
  const email = `new-${randomUUID()}@inventory.example`;
  const body = { name: 'New Shopper', email, password };
  const reply = await shop.nobody.post<{ idToken: string }>('/identity/sign-up', body);
  return { email, idToken: reply.body.idToken };
}

describe('PUT /user/{email}', () => {
  it('registers somebody at the first call, and gives the access token at every one', async () => {
    const { email, idToken } = await signedUpOnly();
    expect(await listed(email)).toBeUndefined();
    const positions: bigint[] = [];
    for (const written of [email, email.toUpperCase()]) {
      const reply = await shop.nobody.put<{ token: string }>(
        `/user/${written}`,
        { email: written },
        { token: idToken },
      );
      expect(reply).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) } });
      expect(Object.keys(reply.body)).toEqual(['token']);
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(await listed(email)).toEqual({ _id: expect.any(String), name: 'New Shopper', email });
      positions.push(expectPosition(reply));
      expect((await shop.nobody.get(`/admin/${email}`, { token: reply.body.token })).status).toBe(200);
    }
    expect(positions[1]).toBe(positions[0]);
  });

  it('wants the email of the ID token, in the path and in the body', async () => {
    const { email, idToken } = await signedUpOnly();
    const other = shop.other.email;
    for (const [path, body] of [
      [other, email],
      [email, other],
      [other, other],
    ]) {
      expectProblem(await shop.nobody.put(`/user/${path}`, { email: body }, { token: idToken }), 403);
    }
    expect(await listed(email)).toBeUndefined();
  });

  it('knows whom it lets in by the ID token alone', async () => {
    const { email, idToken } = await signedUpOnly();
    const reply = await shop.nobody.get(`/admin/${email}`, { token: idToken });
    expectProblem(reply, 401, 'The token is not valid.');
  });

  it('wants an email in the body', async () => {
    const call = { token: shop.shopper.idToken };
    expectInvalid(await shop.nobody.put(`/user/${shop.shopper.email}`, { email: 'none' }, call), 'email');
  });
});

describe('GET /user', () => {
  it('lists everybody by email, with role and profile', async () => {
    await shop.shopper.post('/updateuser', profileOf(shop.shopper));
    const { body, status } = await shop.admin.get<User[]>('/user');
    expect(status).toBe(200);
    const emails = body.map(({ email }) => email);
    expect(emails).toEqual([...emails].sort());
    const _id = expect.any(String);
    expect(body).toContainEqual({ _id, name: 'Test Shopper', email: shop.shopper.email, ...profile });
    expect(body).toContainEqual({ _id, name: 'Another Shopper', email: shop.other.email });
    expect(body).toContainEqual({ _id, name: 'Demo Admin', email: shop.admin.email, role: 'admin' });
  });
});

describe('GET /user/{email}', () => {
  it('shows oneself, with what one said of oneself, or anybody to admins', async () => {
    await shop.shopper.post('/updateuser', profileOf(shop.shopper));
    const own = { _id: expect.any(String), name: 'Test Shopper', email: shop.shopper.email, ...profile };
    for (const who of [shop.shopper, shop.admin]) {
      const { status, body } = await who.get(`/user/${shop.shopper.email.toUpperCase()}`);
      expect(status).toBe(200);
      expect(body).toEqual(own);
    }
  });

  it('shows nobody else, whether there is such a user or not', async () => {
    const there = await shop.shopper.get(`/user/${shop.other.email}`);
    const notThere = await shop.shopper.get('/user/nobody@inventory.example');
    for (const reply of [there, notThere]) expectProblem(reply, 403, 'You may only see your own profile.');
    for (const email of ['nobody@inventory.example', ...strangeIds]) {
      expectProblem(await shop.admin.get(`/user/${encodeURIComponent(email)}`), 404, 'No user has that email.');
    }
  });
});

describe('GET /admin/{email}', () => {
  it('says whether oneself is an admin', async () => {
    expect(await shop.shopper.get(`/admin/${shop.shopper.email}`)).toMatchObject({
      status: 200,
      body: { admin: false },
    });
    expect((await shop.admin.get(`/admin/${shop.admin.email}`)).body).toEqual({ admin: true });
  });

  it('says it of others to admins only', async () => {
    expectProblem(await shop.shopper.get(`/admin/${shop.admin.email}`), 403);
    expectProblem(await shop.shopper.get('/admin/nobody@inventory.example'), 403);
    expect((await shop.admin.get(`/admin/${shop.shopper.email}`)).body).toEqual({ admin: false });
    expect((await shop.admin.get('/admin/nobody@inventory.example')).body).toEqual({ admin: false });
  });
});

describe('PUT /user/admin/{email}', () => {
  it('makes an admin, whose token then opens what it did not before', async () => {
    const promoted = await signUp(shop.origin);
    expectProblem(await promoted.get('/user'), 403);
    const first = await shop.admin.put(`/user/admin/${promoted.email.toUpperCase()}`);
    expect(first).toMatchObject({ status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 1 } });
    expectPosition(first);
    expect((await promoted.get(`/admin/${promoted.email}`)).body).toEqual({ admin: true });
    expect((await promoted.get('/user')).status).toBe(200);
    expect(await listed(promoted.email)).toMatchObject({ role: 'admin' });
    const again = await shop.admin.put(`/user/admin/${promoted.email}`);
    expect(again).toMatchObject({ status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 0 } });
    expectPosition(again);
  });

  it('said again is about the same person, also when somebody else has that email by then', async () => {
    const promoted = await signUp(shop.origin);
    const call = { headers: { 'idempotency-key': randomUUID() } };
    const first = await shop.admin.put(`/user/admin/${promoted.email}`, undefined, call);
    expect(first).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect((await promoted.delete('/me', { body: { password } })).status).toBe(204);
    const next = await signUp(shop.origin, 'Next Shopper', promoted.email);
    const again = await shop.admin.put(`/user/admin/${promoted.email}`, undefined, call);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect((await next.get(`/admin/${next.email}`)).body).toEqual({ admin: false });
  });

  it('is refused to who is none, with nothing changed', async () => {
    expectProblem(await shop.shopper.put(`/user/admin/${shop.shopper.email}`), 403);
    expect((await shop.shopper.get(`/admin/${shop.shopper.email}`)).body).toEqual({ admin: false });
  });

  it.each(['nobody@inventory.example', ...strangeIds])('finds nobody called %j', async (email) =>
    expectProblem(await shop.admin.put(`/user/admin/${encodeURIComponent(email)}`), 404),
  );

  it('finds nobody who has not registered yet', async () => {
    const { email } = await signedUpOnly();
    expectProblem(await shop.admin.put(`/user/admin/${email}`), 404);
  });
});

describe('DELETE /user/admin/{email}', () => {
  it('takes an admin’s rights away, whose token then opens no more than a shopper’s', async () => {
    const demoted = await signUp(shop.origin);
    await shop.admin.put(`/user/admin/${demoted.email}`);
    const first = await shop.admin.delete(`/user/admin/${demoted.email.toUpperCase()}`);
    expect(first).toMatchObject({ status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 1 } });
    expectPosition(first);
    expectProblem(await demoted.get('/user'), 403);
    expect((await demoted.get(`/admin/${demoted.email}`)).body).toEqual({ admin: false });
    expect(await listed(demoted.email)).not.toHaveProperty('role');
    const again = await shop.admin.delete(`/user/admin/${demoted.email}`);
    expect(again).toMatchObject({ status: 200, body: { acknowledged: true, matchedCount: 1, modifiedCount: 0 } });
  });

  it('leaves the last one, also when it is oneself', async () => {
    const admins = (await shop.admin.get<User[]>('/user')).body.filter(({ role }) => role === 'admin');
    for (const { email } of admins) {
      if (email !== shop.admin.email) await shop.admin.delete(`/user/admin/${email}`);
    }
    expectProblem(await shop.admin.delete(`/user/admin/${shop.admin.email}`), 409, /last admin has to stay/);
    expect((await shop.admin.get('/user')).status).toBe(200);
  });

  it('is refused to who is none', async () => {
    expectProblem(await shop.shopper.delete(`/user/admin/${shop.admin.email}`), 403);
    expect((await shop.admin.get('/user')).status).toBe(200);
  });

  it.each(['nobody@inventory.example', ...strangeIds])('finds nobody called %j', async (email) =>
    expectProblem(await shop.admin.delete(`/user/admin/${encodeURIComponent(email)}`), 404),
  );
});

describe('POST /updateuser', () => {
  it('writes down what somebody says, and counts only what is new', async () => {
    const said = { ...profile, education: 'Joinery' };
    const first = await shop.other.post('/updateuser', profileOf(shop.other, said));
    expect(first).toMatchObject({ status: 200, body: { acknowledged: true, modifiedCount: 1 } });
    expect(await listed(shop.other.email)).toMatchObject({ ...said, name: 'Another Shopper' });
    const again = await shop.other.post('/updateuser', profileOf(shop.other, said));
    expect(again.body).toEqual({ acknowledged: true, modifiedCount: 0 });
    expect(expectPosition(again)).toBeGreaterThan(expectPosition(first));
  });

  it('is known again by its key also when it changed nothing, and does not undo what came after', async () => {
    const [one, other] = [
      { ...profile, phone: '+880 111' },
      { ...profile, phone: '+880 222' },
    ];
    const key = { headers: { 'idempotency-key': 'nothing new' } };
    await shop.other.post('/updateuser', profileOf(shop.other, one));
    const unchanged = await shop.other.post('/updateuser', profileOf(shop.other, one), key);
    await shop.other.post('/updateuser', profileOf(shop.other, other));
    const again = await shop.other.post('/updateuser', profileOf(shop.other, one), key);
    expect(again.body).toEqual(unchanged.body);
    expect(await listed(shop.other.email)).toMatchObject(other);
  });

  it('is for oneself only, also for admins', async () => {
    for (const who of [shop.shopper, shop.admin]) {
      expectProblem(await who.post('/updateuser', profileOf(shop.other, { location: 'Elsewhere' })), 403);
    }
    expect(await listed(shop.other.email)).not.toMatchObject({ location: 'Elsewhere' });
  });

  it.each([
    ['education', ''],
    ['location', '  '],
    ['phone', ''],
    ['phone', 'abc'],
    ['phone', '1'.repeat(41)],
    ['location', 'x'.repeat(201)],
    ['education', 7],
    ['education', null],
    ['social', ''],
    ['social', 'me'],
    ['social', 'javascript:alert(1)'],
    ['social', 'ftp://example.com'],
    ['social', `https://example.com/${'x'.repeat(500)}`],
    ['email', 'nobody'],
  ])('refuses %s as %j', async (field, value) =>
    expectInvalid(await shop.shopper.post('/updateuser', profileOf(shop.shopper, { [field]: value })), field),
  );

  it('minds no name that is null: it is not what counts', async () => {
    const reply = await shop.other.post('/updateuser', { ...profileOf(shop.other), name: null });
    expect(reply).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(await listed(shop.other.email)).toMatchObject({ name: 'Another Shopper' });
  });

  it('names every field that is wrong', async () => {
    const body = { email: shop.shopper.email };
    expectInvalid(await shop.shopper.post('/updateuser', body), 'education', 'location', 'phone', 'social');
  });
});
