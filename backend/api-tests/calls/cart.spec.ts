import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cart, CartLine } from '../../../modules/cart/contract.ts';
import { type ApiClient, password, signUp } from '../../testing/api-client.ts';
import { expectInvalid, expectPosition, expectProblem } from '../http/expect-problem.ts';
import { secondNodeOf, shopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';

const shop = shopUnderTest();
const second = secondNodeOf(shop);

describe('GET and PUT /cart', () => {
  it('is empty at first, is replaced whole, and is one’s own', async () => {
    const who = await signUp(shop.origin);
    expect((await who.get<Cart>('/cart')).body).toEqual({ lines: [] });
    const lines = [
      { toolId: 'b', quantity: 2 },
      { toolId: 'a', quantity: 1 },
    ];
    const reply = await who.put('/cart', { lines });
    expect(reply).toMatchObject({ status: 200, body: { acknowledged: true, lines } });
    expectPosition(reply);
    expect((await who.at(second.origin).get<Cart>('/cart')).body).toEqual({ lines });
    expect((await shop.other.get<Cart>('/cart')).body).toEqual({ lines: [] });
    await who.put('/cart', { lines: [{ toolId: 'c', quantity: 1 }] });
    expect((await who.get<Cart>('/cart')).body).toEqual({ lines: [{ toolId: 'c', quantity: 1 }] });
  });

  it('takes at most 50 lines, each tool once, and whole pieces', async () => {
    const put = (lines: unknown) => shop.shopper.put('/cart', { lines });
    expectInvalid(await put(Array.from({ length: 51 }, (_, n) => ({ toolId: `t${n}`, quantity: 1 }))), 'lines');
    expectInvalid(
      await put([
        { toolId: 'a', quantity: 1 },
        { toolId: 'a', quantity: 2 },
      ]),
      'lines',
    );
    expectInvalid(await put([{ toolId: 'a', quantity: 0 }]), 'lines.0.quantity');
    expectInvalid(await put([{ toolId: '', quantity: 1.5 }]), 'lines.0.toolId', 'lines.0.quantity');
    expectInvalid(await put('all'), 'lines');
  });

  it('writes nothing when nothing changes', async () => {
    const who = await signUp(shop.origin);
    const lines = [{ toolId: 'a', quantity: 1 }];
    const mine = async () => (await storedEventsOf(shop, 'CartChanged')).length;
    await who.put('/cart', { lines });
    const before = await mine();
    await who.put('/cart', { lines });
    expect(await mine()).toBe(before);
  });

  it('is in what a person gets of their data, and goes with them', async () => {
    const who = await signUp(shop.origin);
    const toolId = `wanted-${randomUUID()}`;
    await who.put('/cart', { lines: [{ toolId, quantity: 4 }] });
    const { body } = await who.get<{ cart: unknown }>('/me/export');
    expect(body.cart).toEqual([{ toolId, quantity: 4 }]);
    const stored = JSON.stringify((await storedEventsOf(shop, 'CartChanged')).map(({ data }) => data));
    expect(stored).not.toContain(toolId);
    expect((await who.delete('/me', { body: { password } })).status).toBe(204);
    expect(await storedEventsOf(shop, 'CartForgotten')).toHaveLength(1);
  });
});

describe('If-Match of PUT /cart', () => {
  const line = (toolId: string, quantity = 1): CartLine => ({ toolId, quantity });
  const look = async (at: ApiClient) => {
    const { body, headers } = await at.get<Cart>('/cart');
    return { lines: body.lines, tag: headers.get('etag') ?? '' };
  };
  const put = (at: ApiClient, lines: readonly CartLine[], ifMatch: string, more: Record<string, string> = {}) =>
    at.put('/cart', { lines }, { headers: { 'if-match': ifMatch, ...more } });
  /** Somebody at two nodes. */
  const atTwo = async () => {
    const here = await signUp(shop.origin);
    return { here, there: here.at(second.origin) };
  };

  it('lets nobody drop unseen what came in at another node', async () => {
    const { here, there } = await atTwo();
    const { tag } = await look(here);
    const faster = await put(there, [line('a'), line('b')], tag);
    expect(faster.status).toBe(200);
    const refused = await put(here, [line('c')], tag);
    expectProblem(refused, 412, /on another device/);
    const now = await look(here);
    expect(now.lines).toEqual([line('a'), line('b')]);
    expect([refused, faster].map(({ headers }) => headers.get('etag'))).toEqual([now.tag, now.tag]);
    const reply = await put(here, [line('c'), ...now.lines], now.tag);
    expect(reply.status).toBe(200);
    // Its own answer says on what the next change rests, in the order that the cart has and not in that which was sent.
    expect((await put(there, [line('c')], reply.headers.get('etag') ?? '')).status).toBe(200);
    expect((await look(here)).lines).toEqual([line('c')]);
  });

  it('holds of any cart as *, of none as an unknown tag, and is not asked for', async () => {
    const { here, there } = await atTwo();
    expect((await put(here, [line('a')], '*')).status).toBe(200);
    for (const other of ['"none"', 'none', '', 'W/"none", "neither"']) expectProblem(await put(there, [], other), 412);
    expect((await there.put('/cart', { lines: [line('b')] })).status).toBe(200);
    expect((await look(here)).lines).toEqual([line('b')]);
  });

  it('is the tag of a long cart too, which is compressed on its way', async () => {
    const { here } = await atTwo();
    const lines = Array.from({ length: 50 }, (_, at) => line(`a-tool-with-a-long-name-${at}`));
    await here.put('/cart', { lines });
    const { headers } = await here.get('/cart', { headers: { 'accept-encoding': 'gzip' } });
    expect(headers.get('etag')).toMatch(/^W\//);
    expect((await put(here, lines.slice(1), headers.get('etag') ?? '')).status).toBe(200);
    const known = { 'if-none-match': (await look(here)).tag, 'cache-control': 'max-age=0' };
    expect((await here.get('/cart', { headers: known })).status).toBe(304);
  });

  it('refuses nobody what is there already: the same key again, and the same cart', async () => {
    const { here, there } = await atTwo();
    const { tag } = await look(here);
    const key = { 'idempotency-key': randomUUID() };
    const first = await put(here, [line('a')], tag, key);
    expect(first.status).toBe(200);
    // The answer was lost.
    expect(await put(there, [line('a')], tag, key)).toMatchObject({ status: 200, body: first.body });
    expect((await put(there, [line('a')], tag)).status).toBe(200);
    await there.put('/cart', { lines: [line('b')] });
    const late = await put(here, [line('a')], tag, key);
    expect(late).toMatchObject({ status: 200, body: first.body });
    // What it tells of is another cart by now: nothing can rest on it.
    expectProblem(await put(here, [line('c')], late.headers.get('etag') ?? '"none"'), 412);
    expect((await look(here)).lines).toEqual([line('b')]);
  });

  it('takes one of several changes that come at once and rest on the same cart', async () => {
    const { here, there } = await atTwo();
    const { tag } = await look(here);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) => put(at % 2 ? here : there, [line(`t${at}`)], tag)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(412)]);
    const winner = replies.findIndex(({ status }) => status === 200);
    expect((await look(there)).lines).toEqual([line(`t${winner}`)]);
  });

  it('keeps what each of several devices did last with each line, however they come in between each other', async () => {
    const tools = ['a', 'b', 'c', 'd', 'e', 'f'];
    const acts = fc.array(
      fc.record({ tool: fc.integer({ min: 0, max: 5 }), quantity: fc.integer({ min: 0, max: 3 }) }),
      { minLength: 3, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (acts) => {
        const { here, there } = await atTwo();
        /** Each line is one device's own; 0 takes it out. */
        const devices = [here, there, here].map((at, index) => ({
          at,
          mine: acts.filter(({ tool }) => tool % 3 === index),
        }));
        await Promise.all(
          devices.map(async ({ at, mine }) => {
            for (const { tool, quantity } of mine) {
              for (let status = 412; status !== 200; ) {
                const { lines, tag } = await look(at);
                const others = lines.filter(({ toolId }) => toolId !== tools[tool]);
                const own = quantity === 0 ? [] : [line(tools[tool] ?? '', quantity)];
                ({ status } = await put(at, [...others, ...own], tag));
                expect([200, 412]).toContain(status);
              }
            }
          }),
        );
        const last = new Map(acts.map(({ tool, quantity }) => [tools[tool], quantity]));
        const { lines } = await look(here);
        expect(new Map(lines.map(({ toolId, quantity }) => [toolId, quantity]))).toEqual(
          new Map([...last].filter(([, quantity]) => quantity > 0)),
        );
      }),
      { numRuns: 10 },
    );
  });
});
