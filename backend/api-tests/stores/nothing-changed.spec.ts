import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { OwnReview } from '../../../modules/reviews/contract.ts';
import { type ApiClient, addTool, changedTool, orderOf, signUp } from '../../testing/api-client.ts';
import { expectProblem } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from './stored-events-of.ts';

const shop = shopUnderTest();

type Asked = { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly path: string; readonly body?: unknown };
/** A call that finds everything as it is to be; one that changes that; and what shows it. */
type Prepared = {
  readonly who: ApiClient;
  readonly call: Asked;
  readonly opposite: Asked;
  readonly shown: () => Promise<unknown>;
};

const parcels = [
  { carrier: 'Sundarban Courier', trackingNumber: 'SB 1' },
  { carrier: 'Pathao', trackingNumber: 'P 2' },
];
const addresses = [
  { street: '1 Hammer Street', postcode: '1000', city: 'Dhaka', country: 'BD', phone: '+880 1' },
  { street: '2 Saw Street', postcode: '2000', city: 'Khulna', country: 'BD', phone: '+880 2' },
];
const someLines = [{ toolId: 'a', quantity: 1 }];

const calls: readonly (readonly [string, () => Promise<Prepared>])[] = [
  ['PUT /user/admin/{email} of an admin', () => promoting(true)],
  ['DELETE /user/admin/{email} of who is none', () => promoting(false)],
  ['DELETE /tool/{id} of a retired one', () => retiring(true)],
  ['POST /tool/{id}/return of one that is offered', () => retiring(false)],
  ['PUT /tool/{id} with what it says', changingTool],
  ['PUT /cart with nothing, by who has never had one', async () => filling(await signUp(shop.origin), [], someLines)],
  ['PUT /cart with what is in it', () => emptying()],
  ['POST /booking/{id}/ship with what was said', shipping],
  ['POST /reviews/{id}/hide of a hidden one', () => hiding(true)],
  ['POST /reviews/{id}/show of one that is shown', () => hiding(false)],
  ['PUT /me/address with what is saved', () => saving(true)],
  ['DELETE /me/address where none is saved', () => saving(false)],
];

describe('a call that changed nothing', () => {
  it.each(calls)('%s, is answered as it was when it comes again, and undoes nothing', async (_, prepare) => {
    const { who, call, opposite, shown } = await prepare();
    const send = ({ method, path, body }: Asked, key: string) =>
      who.call<object>(method, path, { body, headers: { 'idempotency-key': key } });
    const [key, ...others] = [randomUUID(), randomUUID(), randomUUID()];
    const before = await shown();
    const first = await send(call, key);
    expect(first.status).toBe(200);
    expect(await shown()).toEqual(before);
    expect((await send(opposite, others[0] ?? '')).status).toBe(200);
    const after = await shown();
    expect(after).not.toEqual(before);
    for (let again = 0; again < 2; again++) {
      const repeat = await send(call, key);
      expect([repeat.status, repeat.body]).toEqual([first.status, first.body]);
      expect(repeat.headers.get('event-position')).toBe(first.headers.get('event-position'));
      expect(await shown()).toEqual(after);
    }
    expectProblem(await send(opposite, key), 409, 'This Idempotency-Key was used before with another request.');
    expect(await shown()).toEqual(after);
    // The key alone is spent: the same may be wanted anew.
    const anew = isVersioned(call.body) ? { ...call, body: { ...call.body, version: call.body.version + 1 } } : call;
    expect((await send(anew, others[1] ?? '')).status).toBe(200);
    expect(await shown()).not.toEqual(after);
  });

  it('is one call when it comes many times at once, and leaves one word in the log', async () => {
    const who = await signUp(shop.origin);
    const headers = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all(Array.from({ length: 5 }, () => who.put('/cart', { lines: [] }, { headers })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => reply.headers.get('event-position'))).size).toBe(1);
    expect((await wordsOf(who)).map(({ stream, data, meta }) => [stream, data, meta.command])).toEqual([
      [`cart-${uidOf(who)}`, {}, 'ReplaceCart'],
    ]);
  });

  it('without a key leaves nothing, nor does a visit with one', async () => {
    const who = await signUp(shop.origin);
    await who.put('/cart', { lines: [] });
    const visit = { token: who.idToken, headers: { 'idempotency-key': randomUUID() } };
    expect((await who.put(`/user/${who.email}`, { email: who.email }, visit)).status).toBe(200);
    expect(await wordsOf(who)).toEqual([]);
  });

  it('leaves the versions and tags of others good', async () => {
    const who = await signUp(shop.origin);
    const keyed = () => ({ 'idempotency-key': randomUUID() });
    const tag = (await who.get('/cart')).headers.get('etag') ?? '';
    await who.put('/cart', { lines: [] }, { headers: keyed() });
    const replaced = await who.put('/cart', { lines: someLines }, { headers: { ...keyed(), 'if-match': tag } });
    expect(replaced.status).toBe(200);
    const path = `/tool/${await addTool(shop.admin)}`;
    const seen = await shop.nobody.get(path);
    await shop.admin.put(path, changedTool(0), { headers: keyed() });
    const known = { 'if-none-match': seen.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    expect((await shop.nobody.get(path, { headers: known })).status).toBe(304);
    const changed = changedTool(0, { Description: 'Another' });
    expect((await shop.admin.put(path, changed, { headers: keyed() })).status).toBe(200);
  });

  it('is told in the history, as what changed nothing', async () => {
    const toolId = await addTool(shop.admin);
    await shop.admin.post(`/tool/${toolId}/return`, undefined, { headers: { 'idempotency-key': randomUUID() } });
    type Entry = { type: string; sentence: string; changes: unknown[]; event: { data: object } };
    const { body } = await shop.admin.get<Entry[]>(`/history?entity=tool:${toolId}`);
    expect(body[0]).toMatchObject({ type: 'NothingChanged', changes: [], event: { data: {} } });
    expect(body[0]?.sentence).toMatch(/asked for what was so already, or could not be$/);
  });
});

const uidOf = ({ token }: ApiClient) => decodeJwt(token ?? '').sub;

/** What somebody's calls have left in the log that changed nothing. */
async function wordsOf(who: ApiClient) {
  return (await storedEventsOf(shop, 'NothingChanged')).filter(({ meta }) => meta.actor.uid === uidOf(who));
}

async function promoting(isAdmin: boolean): Promise<Prepared> {
  const { email } = await signUp(shop.origin);
  const path = `/user/admin/${email}`;
  if (isAdmin) await shop.admin.put(path);
  const [call, opposite] = inTurn(isAdmin, { method: 'PUT', path }, { method: 'DELETE', path });
  return { who: shop.admin, call, opposite, shown: () => bodyOf(shop.admin, `/admin/${email}`) };
}

async function retiring(isRetired: boolean): Promise<Prepared> {
  const path = `/tool/${await addTool(shop.admin)}`;
  if (isRetired) await shop.admin.delete(path);
  const [call, opposite] = inTurn(isRetired, { method: 'DELETE', path }, { method: 'POST', path: `${path}/return` });
  return { who: shop.admin, call, opposite, shown: () => bodyOf(shop.nobody, path) };
}

async function changingTool(): Promise<Prepared> {
  const path = `/tool/${await addTool(shop.admin)}`;
  const body = changedTool(0);
  const call = { method: 'PUT', path, body } as const;
  const opposite = { ...call, body: { ...body, Description: 'Said anew' } };
  return { who: shop.admin, call, opposite, shown: () => bodyOf(shop.nobody, path) };
}

async function filling(who: ApiClient, lines: unknown, others: unknown): Promise<Prepared> {
  const put = { method: 'PUT', path: '/cart' } as const;
  const [call, opposite] = [
    { ...put, body: { lines } },
    { ...put, body: { lines: others } },
  ];
  return { who, call, opposite, shown: () => bodyOf(who, '/cart') };
}

async function emptying(): Promise<Prepared> {
  const who = await signUp(shop.origin);
  await who.put('/cart', { lines: someLines });
  return filling(who, someLines, []);
}

async function shipping(): Promise<Prepared> {
  const wanted = orderOf(shop.shopper, await addTool(shop.admin, { PerPrice: 0 }), 0);
  const { insertedId } = (await shop.shopper.post<{ insertedId: string }>('/booking', wanted)).body;
  const [path, shown] = [`/booking/${insertedId}/ship`, `/booking/${insertedId}`];
  await shop.admin.post(path, parcels[0]);
  const [call, opposite] = parcels.map((body) => ({ method: 'POST', path, body }) as const) as [Asked, Asked];
  return { who: shop.admin, call, opposite, shown: () => bodyOf<Booking>(shop.admin, shown) };
}

async function hiding(isHidden: boolean): Promise<Prepared> {
  const said = { review: 'Good hammers', description: 'They hit nails.' };
  const { insertedId } = (await shop.other.post<{ insertedId: string }>('/reviews', said)).body;
  const hide = { method: 'POST', path: `/reviews/${insertedId}/hide`, body: { reason: 'Rude' } } as const;
  if (isHidden) await shop.admin.post(hide.path, hide.body);
  const [call, opposite] = inTurn(isHidden, hide, { method: 'POST', path: `/reviews/${insertedId}/show` });
  const shown = async () =>
    (await bodyOf<OwnReview[]>(shop.other, '/reviews/mine')).find(({ _id }) => _id === insertedId);
  return { who: shop.admin, call, opposite, shown };
}

async function saving(isSaved: boolean): Promise<Prepared> {
  const who = await signUp(shop.origin);
  const put = { method: 'PUT', path: '/me/address' } as const;
  if (isSaved) await who.put(put.path, addresses[0]);
  const remove = { method: 'DELETE', path: put.path } as const;
  const call = isSaved ? { ...put, body: addresses[0] } : remove;
  return { who, call, opposite: { ...put, body: addresses[1] }, shown: () => bodyOf(who, put.path) };
}

const inTurn = (isAsIs: boolean, one: Asked, other: Asked) => (isAsIs ? [one, other] : [other, one]) as [Asked, Asked];

async function bodyOf<Body = unknown>(who: ApiClient, path: string): Promise<Body> {
  return (await who.get<Body>(path)).body;
}

function isVersioned(body: unknown): body is { version: number } {
  return typeof body === 'object' && body !== null && 'version' in body;
}
