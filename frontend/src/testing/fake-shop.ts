import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { OrderCounts } from '../../../modules/booking/figures/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { SignedIn } from '../../../modules/identity/contract.ts';
import type { Problem } from '../../../modules/kernel/wire/wire.ts';
import type { ShopConfig } from '../../../modules/payments/contract.ts';
import { fakeToken } from './signed-in.ts';

export const hammer: Tool = {
  _id: 't1',
  name: 'Claw Hammer',
  img: '/pictures/tools/claw-hammer.svg',
  Description: 'Drives and draws.',
  MinimumOrder: 2,
  Available: 5,
  BuyGear: 0,
  PerPrice: 0.1,
  TotalPrice: 0.2,
  version: 0,
  retired: false,
  sold: 0,
  Ratings: 4.5,
};

export const unpaid: Booking = {
  _id: 'b1',
  toolId: 't1',
  toolName: 'Claw Hammer',
  personEmail: 'shopper@inventory.dev',
  location: 'Dhaka',
  phone: '1',
  buyerName: 'Demo Shopper',
  quantity: 2,
  price: 20,
  paid: false,
  status: 'unpaid',
  refunded: 0,
  fulfilment: 'none',
  at: '2030-01-02T03:04:05.000Z',
};

export const orderCounts: OrderCounts = {
  total: 1_234,
  unpaid: 200,
  paid: 1_000,
  refunded: 34,
  revenue: 45_678.9,
  today: { orders: 12, revenue: 80 },
  yesterday: { orders: 9, revenue: 100.5 },
  position: '500',
};

export const shopConfig: ShopConfig = {
  payments: { provider: 'sandbox', publishableKey: 'pk_test_1' },
  google: false,
  currency: 'usd',
  passwordMinimum: 6,
  recovery: 'sent',
  lapse: { after: 86_400, largeAfter: 3_600 },
};

const signedIn: SignedIn = {
  idToken: 'id-token',
  user: { uid: 'u1', displayName: 'Demo Shopper', email: 'shopper@inventory.dev' },
};

/** A failure as the server words it. */
export function problem(status: number, detail: string): Response {
  const body: Problem = { type: 'about:blank', title: 'No', status, detail };
  return HttpResponse.json(body, { status, headers: { 'Content-Type': 'application/problem+json' } });
}

/** The shop as the contracts describe it. A test says with `fakeShop.use(…)` what is different for it. */
export const fakeShop = setupServer(
  http.get('*/config', () => HttpResponse.json(shopConfig)),
  http.get('*/tool', () => HttpResponse.json([hammer])),
  http.get('*/tool/suggestions', () => HttpResponse.json([])),
  http.get('*/tool/facets', () =>
    HttpResponse.json({ total: 0, categories: [], price: null, inStock: 0, ratings: [] }),
  ),
  http.get('*/tool/:id', () => HttpResponse.json(hammer)),
  http.get('*/tool/:id/related', () => HttpResponse.json([])),
  http.get('*/reviews', () => HttpResponse.json([])),
  http.get('*/reviews/mine', () => HttpResponse.json([])),
  http.get('*/reviews/hidden', () => HttpResponse.json([])),
  http.get('*/me/address', () => HttpResponse.json({})),
  http.get('*/me/account', () => HttpResponse.json({ hasPassword: true, isProved: false, mustProve: false })),
  http.get('*/me/factors', () => HttpResponse.json({ factors: [], recoveryCodesLeft: 0, confirmBy: ['password'] })),
  http.get('*/admin/:email', () => HttpResponse.json({ admin: false })),
  // Who asks for the last order alone has nothing that a form could begin with.
  http.get('*/booking', ({ request }) => HttpResponse.json(request.url.endsWith('limit=1') ? [] : [unpaid])),
  http.get('*/booking/:id', () => HttpResponse.json(unpaid)),
  http.get('*/orders/counts', () => HttpResponse.json(orderCounts)),
  http.get('*/orders/days', () => HttpResponse.json([{ day: '2030-01-02', orders: 1, revenue: 20 }])),
  http.get('*/orders/tools', () => HttpResponse.json([])),
  http.get('*/operations/first-steps', () => HttpResponse.json({ steps: [] })),
  http.get('*/cart', () => HttpResponse.json({ lines: [] })),
  http.get('*/history', () => HttpResponse.json([])),
  http.get('*/refunds/failed', () => HttpResponse.json([])),
  http.post('*/identity/sign-in', () => HttpResponse.json(signedIn)),
  http.post('*/identity/sign-up', () => HttpResponse.json(signedIn, { status: 201 })),
  http.post('*/identity/refresh', () => HttpResponse.json(signedIn)),
  http.post('*/identity/sign-out', () => new HttpResponse(null, { status: 204 })),
  http.get('*/me/sessions', () => HttpResponse.json({ sessions: [] })),
  http.get('*/me/logins', () => HttpResponse.json({ logins: [], hasPassword: true, canLink: true })),
  http.put('*/user/:email', () => HttpResponse.json({ token: fakeToken() })),
);

beforeAll(() => fakeShop.listen({ onUnhandledFrame: 'error' }));
afterEach(() => fakeShop.resetHandlers());
afterAll(() => fakeShop.close());
