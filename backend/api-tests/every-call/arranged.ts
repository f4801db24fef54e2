import { expect, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import type { FailedRefund } from '../../../modules/payments/contract.ts';
import { addTool, orderOf, password } from '../../testing/api-client.ts';
import { sessionCookieOf } from '../http/session-cookie-of.ts';
import { paidByWord } from '../orders/begun-payment.ts';
import type { ShopUnderTest } from '../shop-under-test.ts';

export const price = 19.99;
export const review = { review: 'Good hammers', description: 'They hit nails.' };
export const profile = { education: 'Carpentry', location: 'Dhaka', phone: '+880 1', social: 'https://example.com/me' };

/** The shopper's order of a tool of its own. */
export async function order({ admin, shopper }: ShopUnderTest): Promise<string> {
  const { body } = await shopper.post<{ insertedId: string }>(
    '/booking',
    orderOf(shopper, await addTool(admin), price),
  );
  return body.insertedId;
}

/** The shopper's order, paid by the provider's word. No card was charged for it, so that nothing can go back. */
export async function paidOrder(shop: ShopUnderTest): Promise<string> {
  const bookingId = await order(shop);
  await paidByWord(shop, shop.shopper, bookingId, price);
  const { toolId } = (await shop.shopper.get<Booking>(`/booking/${bookingId}`)).body;
  // No answer waits for it, and nothing else is to change while one looks.
  const sold = async () => (await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.sold;
  await vi.waitFor(async () => expect(await sold()).toBe(1), { timeout: 60_000, interval: 20 });
  return bookingId;
}

export const parcel = { carrier: 'Sundarban Courier', trackingNumber: 'SB 123' };

/** An order that is paid as it is placed. */
export async function freeOrder({ shopper, admin }: ShopUnderTest): Promise<string> {
  const wanted = orderOf(shopper, await addTool(admin, { PerPrice: 0 }), 0);
  return (await shopper.post<{ insertedId: string }>('/booking', wanted)).body.insertedId;
}

/** A refund that the provider has refused. */
export async function failedRefund(shop: ShopUnderTest): Promise<string> {
  const path = `/booking/${await paidOrder(shop)}/refund`;
  const { refundId } = (await shop.admin.post<{ refundId: string }>(path, { reason: 'It is bent.' })).body;
  const failed = async () => (await shop.admin.get<FailedRefund[]>('/refunds/failed')).body.map(({ _id }) => _id);
  await vi.waitFor(async () => expect(await failed()).toContain(refundId), { timeout: 60_000, interval: 50 });
  return refundId;
}

export async function reviewOf({ shopper }: ShopUnderTest): Promise<string> {
  return (await shopper.post<{ insertedId: string }>('/reviews', review)).body.insertedId;
}

export async function session({ nobody, shopper }: ShopUnderTest) {
  const reply = await nobody.post('/identity/sign-in', { email: shopper.email, password });
  return { cookie: sessionCookieOf(reply).pair };
}
