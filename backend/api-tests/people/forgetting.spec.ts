import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { Review } from '../../../modules/reviews/contract.ts';
import {
  type ApiClient,
  addTool,
  confirmInSandbox,
  orderOf,
  password,
  payInSandbox,
  signIn,
  signUp,
} from '../../testing/api-client.ts';
import { bytesIn, textIn } from '../../testing/logs/kept-bytes.ts';
import { openKeptData } from '../../testing/logs/kept-data.ts';
import { sandboxInHand } from '../../testing/servers/sandbox-in-hand.ts';
import { storesUnderTest } from '../../testing/shops/stores-under-test.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { sessionCookieOf } from '../http/session-cookie-of.ts';
import { begunPayment } from '../orders/begun-payment.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const provider = sandboxInHand();
const shop = shopUnderTest({}, { openSandbox: provider.openSandbox });
const price = 19.99;

/** Somebody of whom there is something in every place, under words that stand nowhere else. */
async function somebody() {
  const word = randomUUID().replaceAll('-', '').slice(0, 12);
  const said = {
    name: `Name${word}`,
    email: `mail${word}@inventory.example`,
    phone: `+880 ${BigInt(`0x${word}`)}`,
    location: `Street${word}`,
    education: `School${word}`,
    social: `https://example.com/link${word}`,
    street: `House${word}`,
    city: `City${word}`,
    trackingNumber: `Track${word}`,
    carrier: `Carrier${word}`,
    note: `Note${word}`,
  };
  const person = await signUp(shop.origin, said.name, said.email);
  const toolId = await addTool(shop.admin);
  const { location, phone, name: buyerName } = said;
  const book = async () => {
    const order = orderOf(person, toolId, price, { location, phone, buyerName });
    return (await person.post<{ insertedId: string }>('/booking', order)).body.insertedId;
  };
  const [paid, unpaid, deleted] = [await book(), await book(), await book()];
  await person.delete(`/booking/${deleted}`);
  expect(await payInSandbox(person, paid, price)).toBe(200);
  await vi.waitFor(async () => expect((await person.get<Booking>(`/booking/${paid}`)).body.paid).toBe(true), 60_000);
  const { street, city } = said;
  expect((await person.put('/me/address', { street, city, country: 'BD', phone })).status).toBe(200);
  const { carrier, trackingNumber, note, ...profile } = said;
  expect((await shop.admin.post(`/booking/${paid}/ship`, { carrier, trackingNumber })).status).toBe(200);
  expect((await shop.admin.post(`/booking/${paid}/note`, { note })).status).toBe(201);
  await person.post('/updateuser', profile);
  const { body } = await person.post<{ insertedId: string }>('/reviews', { review: 'Stays', description: 'It does.' });
  return { person, said, paid, unpaid, reviewId: body.insertedId, toolId };
}

const leftOf = async (toolId: string) => (await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.Available;

const forget = (person: ApiClient, secret = password) => person.delete('/me', { body: { password: secret } });

/** All that the shop keeps, wherever that is. */
async function kept(): Promise<string> {
  const { READ_MODELS } = await storesUnderTest(shop.dataDir);
  const inRedis = READ_MODELS === undefined ? '' : await textIn(READ_MODELS);
  return `${bytesIn(shop.dataDir).toString('latin1')}\n${inRedis}`;
}

describe('a person who is forgotten', () => {
  it('is shown nowhere, and what stays is nobody’s', async () => {
    const { person, said, paid, unpaid, reviewId, toolId } = await somebody();
    expect(await leftOf(toolId)).toBe(8);
    const session = sessionCookieOf(await shop.nobody.post('/identity/sign-in', { email: said.email, password }));
    const reply = await forget(person);
    expect(reply.status).toBe(204);
    expect(reply.headers.getSetCookie()[0]).toMatch(/inventory_session=; Max-Age=0/);

    expectProblem(await person.get(`/booking?personEmail=${said.email}`), 401);
    expectProblem(await person.put(`/user/${said.email}`, { email: said.email }, { token: person.idToken }), 401);
    expectProblem(await shop.nobody.post('/identity/refresh', undefined, { headers: { cookie: session.pair } }), 401);
    expectProblem(await shop.nobody.post('/identity/sign-in', { email: said.email, password }), 401);

    expectProblem(await shop.admin.get(`/user/${said.email}`), 404);
    expect((await shop.admin.get<Booking>(`/booking/${paid}`)).body).toMatchObject({
      paid: true,
      price,
      buyerName: 'erased',
      personEmail: 'erased',
      location: 'erased',
      phone: 'erased',
      fulfilment: 'shipped',
      carrier: 'erased',
      trackingNumber: 'erased',
    });
    expectProblem(await shop.admin.get(`/booking/${unpaid}`), 404);
    expect(await leftOf(toolId)).toBe(9);
    const reviews = (await shop.nobody.get<Review[]>('/reviews')).body;
    expect(reviews.find(({ _id }) => _id === reviewId)).toMatchObject({ review: 'Stays', name: 'erased' });
  });

  it('keeps what they ordered set aside while its money may be on its way, and nobody’s once that has come', async () => {
    const person = await signUp(shop.origin);
    const toolId = await addTool(shop.admin, { Available: 10 });
    const wanted = orderOf(person, toolId, price);
    const { insertedId } = (await person.post<{ insertedId: string }>('/booking', wanted)).body;
    const { id, clientSecret } = await begunPayment(shop, person, insertedId);
    expect(await confirmInSandbox(shop.origin, clientSecret, '4000000000008880')).toBe(200);
    expect((await forget(person)).status).toBe(204);
    const order = async () => (await shop.admin.get<Booking>(`/booking/${insertedId}`)).body;
    expect(await order()).toMatchObject({ paid: false, buyerName: 'erased', personEmail: 'erased' });
    expect(await leftOf(toolId)).toBe(9);
    provider.dashboard.settlePayment(id, 'succeeded');
    const paid = { paid: true, buyerName: 'erased', personEmail: 'erased' };
    await vi.waitFor(async () => expect(await order()).toMatchObject(paid), { timeout: 60_000, interval: 100 });
    expect(await leftOf(toolId)).toBe(9);
  });

  it('is in no byte of what is kept', async () => {
    const { person, said } = await somebody();
    const lines = [{ toolId: await addTool(shop.admin), quantity: 1, price }];
    expect((await person.post('/checkout', { ...said, lines })).status).toBe(201);
    const wanted = `wanted-${randomUUID()}`;
    expect((await person.put('/cart', { lines: [{ toolId: wanted, quantity: 1 }] })).status).toBe(200);
    // What is shown may reach the disk a moment later.
    await vi.waitFor(async () => {
      const before = await kept();
      for (const word of [said.email, said.name, said.location, wanted]) expect(before.includes(word), word).toBe(true);
    }, 5_000);
    expect((await forget(person)).status).toBe(204);
    await vi.waitFor(
      async () => {
        const after = await kept();
        for (const word of [...Object.values(said), wanted]) expect(after.includes(word), word).toBe(false);
      },
      { timeout: 60_000, interval: 250 },
    );
  });

  it('can still be given money back, and why is not kept', async () => {
    const { person, paid, said } = await somebody();
    const because = (reason: string) => ({ amount: 1, reason: `${reason} ${said.name}` });
    expect((await shop.admin.post(`/booking/${paid}/refund`, because('Before'))).status).toBe(202);
    expect((await forget(person)).status).toBe(204);
    expect((await shop.admin.post(`/booking/${paid}/refund`, because('After'))).status).toBe(202);
    await vi.waitFor(
      async () => {
        expect((await shop.admin.get<Booking>(`/booking/${paid}`)).body).toMatchObject({
          refunded: 2,
          phone: 'erased',
        });
        expect((await kept()).includes(said.name)).toBe(false);
      },
      { timeout: 60_000, interval: 250 },
    );
  });

  it('leaves read models that are what the history makes of them', async () => {
    const { person } = await somebody();
    expect((await forget(person)).status).toBe(204);
    const data = await openKeptData(shop.dataDir, await storesUnderTest(shop.dataDir));
    onTestFinished(() => data.close());
    await vi.waitFor(async () => expect(await data.shown()).toEqual(await data.rebuilt()), 60_000);
  });

  it('is said to be forgotten in the streams of what was theirs, once, and their key goes last', async () => {
    const { person, paid, unpaid, reviewId } = await somebody();
    expect((await forget(person)).status).toBe(204);
    const types = [
      'PersonForgotten',
      'UserErased',
      'BookingPersonForgotten',
      'ReviewerForgotten',
      'SubjectKeyDestroyed',
    ];
    const events = (await storedEventsOf(shop, ...types)).filter(
      ({ data }) => (data as { uid: string }).uid === subjectOf(person),
    );
    expect(events.map(({ type }) => type)).toEqual([
      'PersonForgotten',
      'UserErased',
      expect.any(String),
      expect.any(String),
      'ReviewerForgotten',
      'SubjectKeyDestroyed',
    ]);
    const streams = events.map(({ stream }) => stream);
    for (const stream of [`booking-${paid}`, `booking-${unpaid}`, `review-${reviewId}`]) {
      expect(streams).toContain(stream);
    }
  });

  it('sets the email free, and who has it next sees nothing of them', async () => {
    const { person, said } = await somebody();
    expect((await forget(person)).status).toBe(204);
    const next = await signUp(shop.origin, 'Somebody Else', said.email);
    expect((await next.get<Booking[]>(`/booking?personEmail=${said.email}`)).body).toEqual([]);
    expect((await shop.admin.get<Booking[]>(`/booking?personEmail=${said.email}`)).body).toEqual([]);
    expect((await next.get(`/user/${said.email}`)).body).toMatchObject({ name: 'Somebody Else' });
    expect((await next.get(`/user/${said.email}`)).body).not.toHaveProperty('phone');
    await signIn(shop.origin, said.email);
  });
});

describe('DELETE /me', () => {
  it('wants the password, and forgets nobody without it', async () => {
    const person = await signUp(shop.origin);
    expectProblem(await forget(person, 'not that one'), 403);
    expectProblem(await person.delete('/me', { body: {} }), 400);
    expect((await person.get(`/user/${person.email}`)).status).toBe(200);
  });

  it('refuses the last admin', async () => {
    const reply = await shop.admin.delete('/me', { body: { password: 'inventory' } });
    expectProblem(reply, 409);
    expect((await shop.admin.get('/user')).status).toBe(200);
  });
});

describe('GET /me/export', () => {
  it('is a download of everything about oneself, and of nobody else', async () => {
    const { person, said, paid, unpaid, reviewId } = await somebody();
    const { body, headers, text } = await person.get<Record<string, unknown>>('/me/export');
    expect(headers.get('content-disposition')).toBe('attachment; filename="inventory-my-data.json"');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      account: { uid: subjectOf(person), email: said.email, name: said.name },
      profile: { email: said.email, phone: said.phone, social: said.social },
      address: { street: said.street, city: said.city, country: 'BD', phone: said.phone },
      orders: [{ _id: paid, location: said.location, paid: true }, { _id: unpaid }],
      reviews: [{ _id: reviewId, review: 'Stays' }],
    });
    expect(text).not.toContain(shop.other.email);
  });
});

function subjectOf({ token = '' }: ApiClient): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
}
