import { randomUUID } from 'node:crypto';
import { addTool, orderOf } from '../../testing/api-client.ts';
import { freeOrder, order, paidOrder, parcel, price } from './arranged.ts';
import { call, type EveryCall } from './asked.ts';

/** Carts and orders, and what the history tells. */
export const orderCalls: readonly EveryCall[] = [
  call('GET /booking', 'access token', [401, 200, 403, 200], ({ shopper }) => ({
    path: `/booking?personEmail=${shopper.email}`,
  })),
  call('GET /booking', 'access token', [401, 403, 403, 200], () => ({ path: '/booking' })),
  call('POST /booking', 'access token', [401, 201, 403, 403], async ({ admin, shopper }) => ({
    path: '/booking',
    body: orderOf(shopper, await addTool(admin), price),
  })),
  call('POST /checkout', 'access token', [401, 201, 201, 201], async ({ admin }) => ({
    path: '/checkout',
    body: {
      lines: [
        { toolId: await addTool(admin), quantity: 1, price },
        { toolId: await addTool(admin), quantity: 2, price: 39.98 },
      ],
      location: 'Dhaka',
      phone: '+880 1',
    },
  })),
  call('GET /cart', 'access token', [401, 200, 200, 200], () => ({ path: '/cart' })),
  call('PUT /cart', 'access token', [401, 200, 200, 200], () => ({
    path: '/cart',
    body: { lines: [{ toolId: randomUUID(), quantity: 2 }] },
  })),
  call('DELETE /booking', 'access token', [401, 200, 403, 200], async (shop) => {
    await order(shop);
    return { path: `/booking?personEmail=${shop.shopper.email}` };
  }),
  call('GET /orders/counts', 'access token', [401, 403, 403, 200], () => ({ path: '/orders/counts' })),
  call('GET /orders/days', 'access token', [401, 403, 403, 200], () => ({ path: '/orders/days?days=7' })),
  call('GET /orders/tools', 'access token', [401, 403, 403, 200], () => ({ path: '/orders/tools?limit=5' })),
  call('GET /history', 'access token', [401, 403, 403, 200], () => ({ path: '/history?limit=20' })),
  call('GET /history/{stream}', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/history/booking-${await order(shop)}`,
  })),
  call('GET /history/types', 'access token', [401, 403, 403, 200], () => ({ path: '/history/types' })),
  call('GET /history/{stream}/steps', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/history/booking-${await order(shop)}/steps`,
  })),
  call('GET /history/why/{event}', 'access token', [401, 403, 403, 200], async (shop) => {
    await order(shop);
    const { body } = await shop.admin.get<{ position: string }[]>('/history?type=ToolBooked&limit=1');
    return { path: `/history/why/${body[0]?.position}` };
  }),
  call('GET /booking/{id}', 'access token', [401, 200, 404, 200], async (shop) => ({
    path: `/booking/${await order(shop)}`,
  })),
  call('DELETE /booking/{id}', 'access token', [401, 200, 404, 200], async (shop) => ({
    path: `/booking/${await order(shop)}`,
  })),
  call('GET /booking/{id}/receipt.pdf', 'access token', [401, 200, 404, 200], async (shop) => ({
    path: `/booking/${await paidOrder(shop)}/receipt.pdf`,
  })),
  call('POST /booking/{id}/refund', 'access token', [401, 403, 403, 202], async (shop) => ({
    path: `/booking/${await paidOrder(shop)}/refund`,
    body: { amount: 5, reason: 'It is bent.', restock: 1 },
  })),
  call('GET /orders/export', 'access token', [401, 403, 403, 200], () => ({ path: '/orders/export' })),
  call('POST /booking/{id}/pack', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/booking/${await freeOrder(shop)}/pack`,
  })),
  call('POST /booking/{id}/ship', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/booking/${await freeOrder(shop)}/ship`,
    body: parcel,
  })),
  call('POST /booking/{id}/deliver', 'access token', [401, 403, 403, 200], async (shop) => {
    const shipped = await freeOrder(shop);
    await shop.admin.post(`/booking/${shipped}/ship`, parcel);
    return { path: `/booking/${shipped}/deliver` };
  }),
  call('POST /booking/{id}/note', 'access token', [401, 403, 403, 201], async (shop) => ({
    path: `/booking/${await order(shop)}/note`,
    body: { note: 'Rings before delivery.' },
  })),
];
