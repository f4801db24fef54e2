import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { addTool, newTool, orderOf, signUp } from '../../testing/api-client.ts';
import { expectPosition } from '../http/expect-problem.ts';
import { shopUnderTest } from '../shop-under-test.ts';

const shop = shopUnderTest();

const available = 40;

/** Orders one piece after the other, and resolves to the positions of the orders. */
async function buy(toolId: string, times: number): Promise<bigint[]> {
  const positions: bigint[] = [];
  for (let n = 0; n < times; n++) {
    positions.push(expectPosition(await shop.shopper.post('/booking', orderOf(shop.shopper, toolId, 19.99))));
  }
  return positions;
}

it('a call that found nothing to do, where nothing had ever happened, names no event as its last', async () => {
  const newcomer = await signUp(shop.origin);
  for (const nothing of [
    newcomer.put('/cart', { lines: [] }),
    newcomer.delete(`/booking?personEmail=${newcomer.email}`),
    newcomer.delete('/me/logins/none'),
  ])
    expect((await nothing).headers.get('event-position')).toBeNull();
});

describe('the Event-Position of a GET', () => {
  it('is not before what the caller has just done', async () => {
    const written = expectPosition(await shop.admin.post('/reviews', { review: 'Good', description: 'Very good.' }));
    expect(expectPosition(await shop.nobody.get('/reviews'))).toBeGreaterThanOrEqual(written);
    const toolId = await addTool(shop.admin);
    const ordered = await shop.shopper.post<{ insertedId: string }>('/booking', orderOf(shop.shopper, toolId, 19.99));
    const placed = expectPosition(ordered);
    const own = `/booking?personEmail=${shop.shopper.email}`;
    for (const path of ['/booking', own, `/booking/${ordered.body.insertedId}`])
      expect(expectPosition(await shop.admin.get(path)), path).toBeGreaterThanOrEqual(placed);
    const added = expectPosition(await shop.admin.post('/tool', newTool()));
    for (const path of [`/tool/${toolId}`, '/tool?limit=10', '/tool?search=hammer'])
      expect(expectPosition(await shop.nobody.get(path)), path).toBeGreaterThanOrEqual(added);
    for (const path of ['/products/export', '/orders/counts'])
      expect(expectPosition(await shop.admin.get(path)), path).toBeGreaterThanOrEqual(added);
    const promoted = expectPosition(await shop.admin.put(`/user/admin/${shop.other.email}`));
    for (const path of [`/admin/${shop.other.email}`, '/user'])
      expect(expectPosition(await shop.other.get(path)), path).toBeGreaterThanOrEqual(promoted);
  });

  it('is not before it, where the call changed something else last', async () => {
    const toolId = await addTool(shop.admin);
    const ordered = await shop.shopper.post('/booking', orderOf(shop.shopper, toolId, 19.99));
    for (const path of [
      '/tool',
      `/tool/${toolId}`,
      '/reviews',
      '/user',
      `/admin/${shop.other.email}`,
      '/orders/counts',
      '/history?limit=10',
    ])
      expect(expectPosition(await shop.admin.get(path)), path).toBeGreaterThanOrEqual(expectPosition(ordered));
  });

  it('is said with a 304 too', async () => {
    const toolId = await addTool(shop.admin);
    for (const path of [`/tool/${toolId}`, '/tool?limit=10', '/reviews']) {
      const { headers } = await shop.nobody.get(path);
      const known = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
      const again = await shop.nobody.get(path, { headers: known });
      expect(again.status, path).toBe(304);
      expect(again.headers.get('event-position'), path).toMatch(/^[1-9]\d*$/);
    }
  });

  it('is never newer than what it shows, while others buy', async () => {
    const toolId = await addTool(shop.admin, { Available: available });
    const buying = buy(toolId, available);
    let isDone = false;
    buying.finally(() => {
      isDone = true;
    });
    const seen: { asOf: bigint; orders: number }[] = [];
    while (!isDone) {
      const [tool, list] = await Promise.all([
        shop.nobody.get<Tool>(`/tool/${toolId}`),
        shop.shopper.get<Booking[]>(`/booking?personEmail=${shop.shopper.email}`),
      ]);
      seen.push({ asOf: expectPosition(tool), orders: available - tool.body.Available });
      const own = list.body.filter((booking) => booking.toolId === toolId);
      seen.push({ asOf: expectPosition(list), orders: own.length });
    }
    const positions = await buying;
    for (const { asOf, orders } of seen) {
      expect(orders).toBeGreaterThanOrEqual(positions.filter((position) => position <= asOf).length);
    }
    expect(new Set(seen.map(({ asOf }) => asOf)).size).toBeGreaterThan(2);
  });
});
