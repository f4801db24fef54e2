import { signedWebhook, unknownEvent } from '../orders/signed-webhook.ts';
import { failedRefund, order, price } from './arranged.ts';
import { anyone, call, type EveryCall } from './asked.ts';

/** Payments, and refunds that failed. */
export const paymentCalls: readonly EveryCall[] = [
  call('GET /config', 'none', anyone(200), () => ({ path: '/config' })),
  call('POST /create-payment-intent', 'access token', [401, 200, 404, 403], async (shop) => ({
    path: '/create-payment-intent',
    body: { price, bookingId: await order(shop) },
  })),
  call('POST /payments/webhook', 'none', anyone(200), () => ({
    path: '/payments/webhook',
    ...signedWebhook(unknownEvent()),
  })),
  call('GET /refunds/failed', 'access token', [401, 403, 403, 200], () => ({ path: '/refunds/failed' })),
  call('POST /refunds/{id}/retry', 'access token', [401, 403, 403, 202], async (shop) => ({
    path: `/refunds/${await failedRefund(shop)}/retry`,
  })),
  call('POST /refunds/{id}/settle', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/refunds/${await failedRefund(shop)}/settle`,
    body: { how: 'not owed', note: 'They kept it.' },
  })),
];
