import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import { isoOf } from './fake-live.ts';
import { fakeShop, hammer, problem, unpaid } from './fake-shop.ts';
import { answered } from './open-page.tsx';

/** An order of a tool that is called after its id, placed at this minute. */
export const orderOf = (id: string, minute: number, more: Partial<Booking> = {}): Booking => {
  const paid = more.status === 'paid';
  return { ...unpaid, _id: id, toolName: `Tool ${id}`, at: isoOf(minute), paid, ...more };
};

/** A shop of these orders that finds by status, tool and the beginning of a name; what it was asked is kept. */
export function shopOf(orders: Booking[]) {
  const shop = { orders, position: 5, asked: [] as URLSearchParams[], exported: [] as string[] };
  const found = (params: URLSearchParams) =>
    shop.orders.filter(
      ({ status, toolId, buyerName }) =>
        (params.get('status') ?? status) === status &&
        (params.get('toolId') ?? toolId) === toolId &&
        buyerName.toLowerCase().startsWith(params.get('q')?.toLowerCase() ?? ''),
    );
  fakeShop.use(
    http.get('*/admin/:email', () => HttpResponse.json({ admin: true })),
    http.get('*/products', () => HttpResponse.json([hammer])),
    http.get('*/orders/export', ({ request }) => {
      shop.exported.push(new URL(request.url).search);
      return new HttpResponse('Number\r\n', { headers: { 'Content-Type': 'text/csv' } });
    }),
    http.get('*/booking/:id', ({ params: { id } }) => {
      const order = shop.orders.find(({ _id }) => _id === id);
      const headers = { 'Event-Position': String(shop.position) };
      return order ? HttpResponse.json(order, { headers }) : problem(404, 'There is no such order.');
    }),
    http.get('*/booking', ({ request }) => {
      const params = new URL(request.url).searchParams;
      shop.asked.push(params);
      if (params.get('personEmail') === 'nobody') {
        const errors = [{ path: 'personEmail', message: 'Must be an email address' }];
        return HttpResponse.json({ title: 'Bad Request', status: 400, errors }, { status: 400 });
      }
      return HttpResponse.json(found(params), { headers: { 'Event-Position': String(shop.position) } });
    }),
  );
  return shop;
}

/** Tools are told of when it is said, and then the page does with them what it does. */
export function lateTools(): () => Promise<void> {
  const said = Promise.withResolvers<void>();
  let asked = 0;
  fakeShop.use(
    http.get('*/products', async () => {
      asked += 1;
      await said.promise;
      return HttpResponse.json([hammer]);
    }),
  );
  return async () => {
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    said.resolve();
    await answered();
  };
}
