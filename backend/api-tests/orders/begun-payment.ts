import type { IntentLinked } from '../../../modules/payments/events.ts';
import type { ApiClient } from '../../testing/api-client.ts';
import type { ShopUnderTest } from '../shop-under-test.ts';
import { storedEventsOf } from '../stores/stored-events-of.ts';
import { deliver, signedWebhook, succeeded } from './signed-webhook.ts';

/** A payment that a buyer has begun: as the provider's messages name it. */
export type BegunPayment = {
  readonly paymentId: string;
  /** The intent's. */
  readonly id: string;
  readonly cents: number;
  readonly clientSecret: string;
};

/** Asks for the intent of orders, as the payment page does. */
export async function begunPayment(
  shop: ShopUnderTest,
  buyer: ApiClient,
  bookingIds: string | readonly string[],
  price = 19.99,
): Promise<BegunPayment> {
  const named = typeof bookingIds === 'string' ? { bookingId: bookingIds } : { bookingIds };
  const { body } = await buyer.post<{ clientSecret: string }>('/create-payment-intent', { price, ...named });
  const [id = ''] = body.clientSecret.split('_secret_');
  const linked = (await storedEventsOf(shop, 'IntentLinked')).map(({ data }) => data as IntentLinked['data']);
  const paymentId = linked.find(({ intentId }) => intentId === id)?.paymentId ?? '';
  return { paymentId, id, cents: Math.round(price * 100), clientSecret: body.clientSecret };
}

/** An order is paid by the provider's word alone; resolves to the answer that the word got. */
export async function paidByWord(shop: ShopUnderTest, buyer: ApiClient, bookingId: string, price = 19.99) {
  return deliver(shop.origin, signedWebhook(succeeded(await begunPayment(shop, buyer, bookingId, price))));
}
