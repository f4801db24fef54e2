import { describe, expect, it } from 'vitest';
import { newTool } from '../../testing/api-client.ts';
import { inTurn } from '../../testing/as-often.ts';
import { everyCall } from '../every-call.ts';
import { shopUnderTest } from '../shop-under-test.ts';
import { expectInvalid, expectProblem } from './expect-problem.ts';
import { make } from './make-call.ts';

const shop = shopUnderTest({ IMAGE_HOSTS: 'images.example' });

describe('a call that a cookie authorises', () => {
  const elsewhere: readonly Readonly<Record<string, string>>[] = [
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  it('is refused to pages of other sites, changes nothing then, and is taken from our own', async () => {
    let calls = 0;
    for (const row of everyCall.filter(({ call }) => !call.startsWith('GET'))) {
      const asked = await row.ask(shop);
      if (asked.headers?.cookie === undefined) continue;
      calls += 1;
      for (const from of elsewhere) {
        const reply = await make(row, shop.nobody, { ...asked, headers: { ...asked.headers, ...from } });
        expectProblem(reply, 403, 'This is taken from the shop’s own pages only.');
        expect(reply.headers.getSetCookie(), row.call).toEqual([]);
      }
      const ours = { ...asked.headers, origin: shop.origin, 'sec-fetch-site': 'same-origin' };
      expect((await make(row, shop.nobody, { ...asked, headers: ours })).status, row.call).toBe(row.statuses[1]);
    }
    expect(calls).toBeGreaterThanOrEqual(2);
  });
});

it('a call that signs somebody in is taken from the shop’s own pages only, with or without a cookie', async () => {
  const who = { name: 'Somebody', email: 'from-elsewhere@inventory.example', password: 'a long enough secret' };
  const headers = { origin: 'https://elsewhere.example' };
  for (const call of ['sign-up', 'sign-in']) {
    const reply = await shop.nobody.post(`/identity/${call}`, who, { headers });
    expectProblem(reply, 403, 'This is taken from the shop’s own pages only.');
    expect(reply.headers.getSetCookie()).toEqual([]);
  }
});

describe('what is for one person', () => {
  it('is kept by nobody on the way, whatever is answered', async () => {
    const rows = everyCall.filter(({ proof, call }) => proof !== 'none' || !call.startsWith('GET'));
    for (const [place, row] of rows.entries()) {
      for (const who of inTurn([shop.nobody, shop.shopper, shop.admin], place)) {
        const { headers, status } = await make(row, who, await row.ask(shop));
        expect(headers.get('cache-control'), `${row.call} ${status}`).toBe('no-store');
      }
    }
  });
});

describe('a picture of a tool', () => {
  it('is taken from this site and the hosts that the shop names, and from no other', async () => {
    for (const img of ['/pictures/tools/hand-saw.svg', 'https://images.example/saw.png']) {
      expect((await shop.admin.post('/tool', newTool({ img }))).status).toBe(201);
    }
    for (const img of ['https://elsewhere.example/saw.png', 'http://images.example/saw.png']) {
      expectInvalid(await shop.admin.post('/tool', newTool({ img })), 'img');
    }
    const { headers } = await shop.nobody.get('/config');
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data: https://images.example;");
  });
});
