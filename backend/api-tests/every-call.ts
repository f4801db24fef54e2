import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect, vi } from 'vitest';
import type { Booking } from '../../modules/booking/contract.ts';
import type { Tool } from '../../modules/catalog/contract.ts';
import type { FailedRefund } from '../../modules/payments/contract.ts';
import { demoPassword, demoShopper } from '../start/seed/seed.ts';
import { addTool, changedTool, newTool, orderOf, password, signIn, signUp } from '../testing/api-client.ts';
import { SoftwarePasskey } from '../testing/software-passkey.ts';
import { somePicture } from '../testing/some-picture.ts';
import { paidByWord } from './begun-payment.ts';
import { parkEvent } from './park-event.ts';
import { sessionCookieOf } from './session-cookie-of.ts';
import type { ShopUnderTest } from './shop-under-test.ts';
import { signedWebhook, unknownEvent } from './signed-webhook.ts';
import { waitingSignIn } from './waiting-sign-in.ts';

/** What goes over the wire; made anew for each call, so that every call finds what it is about untouched. */
export type Asked = {
  readonly path: string;
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What nobody, the shopper whom the call is about, another shopper and an admin are answered. */
export type Statuses = readonly [nobody: number, shopper: number, other: number, admin: number];

export type EveryCall = {
  /** As the OpenAPI document names it. */
  readonly call: string;
  /** Which token proves who is calling, where one must. */
  readonly proof: 'none' | 'access token' | 'ID token';
  readonly statuses: Statuses;
  /** What the shopper asks for. */
  readonly ask: (shop: ShopUnderTest) => Asked | Promise<Asked>;
};

const price = 19.99;
const review = { review: 'Good hammers', description: 'They hit nails.' };
const profile = { education: 'Carpentry', location: 'Dhaka', phone: '+880 1', social: 'https://example.com/me' };

/** The shopper's order of a tool of its own. */
export async function order({ admin, shopper }: ShopUnderTest): Promise<string> {
  const { body } = await shopper.post<{ insertedId: string }>(
    '/booking',
    orderOf(shopper, await addTool(admin), price),
  );
  return body.insertedId;
}

/** The shopper's order, paid by the provider's word. No card was charged for it, so that nothing can go back. */
async function paidOrder(shop: ShopUnderTest): Promise<string> {
  const bookingId = await order(shop);
  await paidByWord(shop, shop.shopper, bookingId, price);
  const { toolId } = (await shop.shopper.get<Booking>(`/booking/${bookingId}`)).body;
  // No answer waits for it, and nothing else is to change while one looks.
  const sold = async () => (await shop.nobody.get<Tool>(`/tool/${toolId}`)).body.sold;
  await vi.waitFor(async () => expect(await sold()).toBe(1), { timeout: 60_000, interval: 20 });
  return bookingId;
}

const parcel = { carrier: 'Sundarban Courier', trackingNumber: 'SB 123' };

/** An order that is paid as it is placed. */
async function freeOrder({ shopper, admin }: ShopUnderTest): Promise<string> {
  const wanted = orderOf(shopper, await addTool(admin, { PerPrice: 0 }), 0);
  return (await shopper.post<{ insertedId: string }>('/booking', wanted)).body.insertedId;
}

/** A refund that the provider has refused. */
async function failedRefund(shop: ShopUnderTest): Promise<string> {
  const path = `/booking/${await paidOrder(shop)}/refund`;
  const { refundId } = (await shop.admin.post<{ refundId: string }>(path, { reason: 'It is bent.' })).body;
  const failed = async () => (await shop.admin.get<FailedRefund[]>('/refunds/failed')).body.map(({ _id }) => _id);
  await vi.waitFor(async () => expect(await failed()).toContain(refundId), { timeout: 60_000, interval: 50 });
  return refundId;
}

async function reviewOf({ shopper }: ShopUnderTest): Promise<string> {
  return (await shopper.post<{ insertedId: string }>('/reviews', review)).body.insertedId;
}

async function session({ nobody, shopper }: ShopUnderTest) {
  const reply = await nobody.post('/identity/sign-in', { email: shopper.email, password });
  return { cookie: sessionCookieOf(reply).pair };
}

const call = (
  name: string,
  proof: EveryCall['proof'],
  statuses: Statuses,
  ask: (shop: ShopUnderTest) => Asked | Promise<Asked>,
): EveryCall => ({ call: name, proof, statuses, ask });

const anyone = (status: number): Statuses => [status, status, status, status];

/** Every call of the API with a request that is right, and who may make it. */
export const everyCall: readonly EveryCall[] = [
  call('POST /identity/sign-up', 'none', anyone(201), () => ({
    path: '/identity/sign-up',
    body: { name: 'New Shopper', email: `new-${randomUUID()}@inventory.example`, password },
  })),
  call('POST /identity/sign-in', 'none', anyone(200), ({ shopper }) => ({
    path: '/identity/sign-in',
    body: { email: shopper.email, password },
  })),
  call('POST /identity/refresh', 'none', anyone(200), async (shop) => ({
    path: '/identity/refresh',
    headers: await session(shop),
  })),
  call('POST /identity/sign-out', 'none', anyone(204), async (shop) => ({
    path: '/identity/sign-out',
    headers: await session(shop),
  })),
  call('POST /identity/second-factor/options', 'none', anyone(200), async (shop) => ({
    path: '/identity/second-factor/options',
    headers: { cookie: (await waitingSignIn(shop.origin)).cookie },
  })),
  call('POST /identity/second-factor', 'none', anyone(200), async (shop) => {
    const { cookie, code } = await waitingSignIn(shop.origin);
    return { path: '/identity/second-factor', body: { code }, headers: { cookie } };
  }),
  call('POST /identity/confirm/options', 'access token', [401, 200, 200, 200], () => ({
    path: '/identity/confirm/options',
  })),
  // The password of everybody who signs up here, which the demo's admin did not.
  call('POST /identity/confirm', 'access token', [401, 204, 204, 403], () => ({
    path: '/identity/confirm',
    body: { password },
  })),
  call('GET /.well-known/jwks.json', 'none', anyone(200), () => ({ path: '/.well-known/jwks.json' })),

  call('PUT /user/{email}', 'ID token', [401, 200, 403, 403], ({ shopper }) => ({
    path: `/user/${shopper.email}`,
    body: { email: shopper.email },
  })),
  call('GET /user', 'access token', [401, 403, 403, 200], () => ({ path: '/user' })),
  call('GET /user/{email}', 'access token', [401, 200, 403, 200], ({ shopper }) => ({
    path: `/user/${shopper.email}`,
  })),
  call('PUT /user/admin/{email}', 'access token', [401, 403, 403, 200], () => ({
    path: `/user/admin/${demoShopper.email}`,
  })),
  call('DELETE /user/admin/{email}', 'access token', [401, 403, 403, 200], () => ({
    path: `/user/admin/${demoShopper.email}`,
  })),
  call('GET /admin/{email}', 'access token', [401, 200, 403, 200], ({ shopper }) => ({
    path: `/admin/${shopper.email}`,
  })),
  call('POST /updateuser', 'access token', [401, 200, 403, 403], ({ shopper }) => ({
    path: '/updateuser',
    body: { ...profile, name: 'Test Shopper', email: shopper.email, education: `Carpentry ${randomUUID()}` },
  })),

  call('GET /people/{email}', 'access token', [401, 403, 403, 200], ({ shopper }) => ({
    path: `/people/${shopper.email}`,
  })),
  call('POST /people/{email}/export', 'access token', [401, 403, 403, 200], ({ shopper }) => ({
    path: `/people/${shopper.email}/export`,
  })),
  call('DELETE /people/{email}', 'access token', [401, 403, 403, 204], async ({ origin }) => ({
    path: `/people/${(await signUp(origin)).email}`,
    body: { password: demoPassword },
  })),

  call('GET /me/address', 'access token', [401, 200, 200, 200], () => ({ path: '/me/address' })),
  call('PUT /me/address', 'access token', [401, 200, 200, 200], () => ({
    path: '/me/address',
    body: { street: `${randomUUID()} Street`, postcode: '1216', city: 'Dhaka', country: 'BD', phone: '+880 1' },
  })),
  call('DELETE /me/address', 'access token', [401, 200, 200, 200], async ({ shopper }) => {
    await shopper.put('/me/address', { street: '1 Street', city: 'Dhaka', country: 'BD', phone: '+880 1' });
    return { path: '/me/address' };
  }),

  call('GET /tool', 'none', anyone(200), () => ({ path: '/tool' })),
  call('GET /tool/{id}', 'none', anyone(200), async ({ admin }) => ({ path: `/tool/${await addTool(admin)}` })),
  call('GET /tool/facets', 'none', anyone(200), () => ({ path: '/tool/facets' })),
  call('GET /tool/suggestions', 'none', anyone(200), () => ({ path: '/tool/suggestions?q=ham' })),
  call('GET /tool/{id}/related', 'none', anyone(200), async ({ admin }) => ({
    path: `/tool/${await addTool(admin)}/related`,
  })),
  call('GET /products', 'access token', [401, 403, 403, 200], () => ({ path: '/products' })),
  call('POST /tool', 'access token', [401, 403, 403, 201], () => ({ path: '/tool', body: newTool() })),
  call('PUT /tool/{id}', 'access token', [401, 403, 403, 200], async ({ admin }) => ({
    path: `/tool/${await addTool(admin)}`,
    body: changedTool(0, { name: `Hammer ${randomUUID()}` }),
  })),
  call('POST /tool/{id}/stock', 'access token', [401, 403, 403, 200], async ({ admin }) => ({
    path: `/tool/${await addTool(admin)}/stock`,
    body: { change: 5, reason: 'Delivered' },
  })),
  call('DELETE /tool/{id}', 'access token', [401, 403, 403, 200], async ({ admin }) => ({
    path: `/tool/${await addTool(admin)}`,
  })),
  call('POST /tool/{id}/return', 'access token', [401, 403, 403, 200], async ({ admin }) => {
    const path = `/tool/${await addTool(admin)}`;
    await admin.delete(path);
    return { path: `${path}/return` };
  }),

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

  call('GET /me/sessions', 'access token', [401, 200, 200, 200], () => ({ path: '/me/sessions' })),
  call('DELETE /me/sessions/{id}', 'access token', [401, 204, 404, 404], async ({ origin, shopper }) => {
    const { idToken } = await signIn(origin, shopper.email);
    return { path: `/me/sessions/${decodeJwt<{ sid: string }>(idToken).sid}` };
  }),
  // But for the one in which it is asked: it is needed for the other calls.
  call('DELETE /me/sessions', 'access token', [401, 204, 204, 204], () => ({ path: '/me/sessions?keep=this' })),
  call('GET /user/{email}/sessions', 'access token', [401, 403, 403, 200], ({ shopper }) => ({
    path: `/user/${shopper.email}/sessions`,
  })),
  call('DELETE /user/{email}/sessions', 'access token', [401, 403, 403, 204], () => ({
    path: `/user/${demoShopper.email}/sessions`,
  })),
  // Those who call here have no second factor, and keep none: they sign in for the other calls.
  call('GET /me/factors', 'access token', [401, 200, 200, 200], () => ({ path: '/me/factors' })),
  call('POST /me/factors/totp', 'access token', [401, 200, 200, 200], () => ({ path: '/me/factors/totp' })),
  call('POST /me/factors/totp/confirm', 'access token', [401, 400, 400, 400], () => ({
    path: '/me/factors/totp/confirm',
    body: { offer: 'none of ours', code: '123456' },
  })),
  call('POST /me/factors/passkey/options', 'access token', [401, 200, 200, 200], () => ({
    path: '/me/factors/passkey/options',
  })),
  call('POST /me/factors/passkey', 'access token', [401, 403, 403, 403], ({ origin }) => ({
    path: '/me/factors/passkey',
    body: { name: 'Blue key', passkey: new SoftwarePasskey(origin).create({ challenge: 'none of ours' }) },
  })),
  call('POST /me/factors/recovery-codes', 'access token', [401, 409, 409, 409], () => ({
    path: '/me/factors/recovery-codes',
  })),
  call('DELETE /me/factors/{id}', 'access token', [401, 404, 404, 404], () => ({
    path: `/me/factors/${randomUUID()}`,
  })),
  call('POST /identity/recover', 'none', anyone(202), ({ shopper }) => ({
    path: '/identity/recover',
    body: { email: shopper.email },
  })),
  call('POST /identity/reset-password', 'none', anyone(409), () => ({
    path: '/identity/reset-password',
    body: { link: 'none of ours', password },
  })),
  call('POST /identity/link', 'none', anyone(409), () => ({ path: '/identity/link', body: { link: 'none of ours' } })),
  call('POST /identity/password', 'access token', [401, 403, 403, 403], () => ({
    path: '/identity/password',
    body: { password: 'not that one', newPassword: password },
  })),
  call('POST /identity/prove-email', 'access token', [401, 202, 202, 202], () => ({ path: '/identity/prove-email' })),
  call('POST /identity/email', 'access token', [401, 202, 202, 202], () => ({
    path: '/identity/email',
    body: { email: `new-${randomUUID()}@inventory.example` },
  })),
  call('GET /me/account', 'access token', [401, 200, 200, 200], () => ({ path: '/me/account' })),

  call('GET /identity/google', 'none', anyone(302), () => ({ path: '/identity/google?returnTo=/home' })),
  call('GET /identity/google/callback', 'none', anyone(302), () => ({ path: '/identity/google/callback?code=1' })),
  call('GET /me/logins', 'access token', [401, 200, 200, 200], () => ({ path: '/me/logins' })),
  // The demo's issuer is linked to nobody.
  call('POST /me/logins', 'access token', [401, 409, 409, 409], () => ({
    path: '/me/logins',
    body: { returnTo: '/dashboard' },
  })),
  call('DELETE /me/logins/{id}', 'access token', [401, 204, 204, 204], () => ({ path: '/me/logins/none' })),
  call('GET /me/export', 'access token', [401, 200, 200, 200], () => ({ path: '/me/export' })),
  call('GET /me/mails', 'access token', [401, 200, 200, 200], () => ({ path: '/me/mails' })),
  // With a password that is not theirs: they are needed for the other calls.
  call('DELETE /me', 'access token', [401, 403, 403, 403], () => ({ path: '/me', body: { password: 'not that one' } })),

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

  call('GET /operations/status', 'access token', [401, 403, 403, 200], () => ({ path: '/operations/status' })),
  call('GET /operations/first-steps', 'access token', [401, 403, 403, 200], () => ({
    path: '/operations/first-steps',
  })),
  call('POST /operations/test-mail', 'access token', [401, 403, 403, 200], () => ({ path: '/operations/test-mail' })),
  // Nobody knows the code, and the shop has an admin.
  call('POST /setup', 'access token', [401, 403, 403, 403], () => ({ path: '/setup', body: { code: 'none of ours' } })),
  call('GET /operations/parked', 'access token', [401, 403, 403, 200], async (shop) => {
    await parkEvent(shop);
    return { path: '/operations/parked' };
  }),
  call('POST /operations/parked/{event}/retry', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/operations/parked/${await parkEvent(shop)}/retry`,
  })),
  call('POST /operations/parked/{event}/skip', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/operations/parked/${await parkEvent(shop)}/skip`,
    body: { reason: 'Typed wrong' },
  })),

  call('GET /reviews', 'none', anyone(200), () => ({ path: '/reviews' })),
  call('POST /pictures', 'access token', [401, 403, 403, 201], async () => ({
    path: '/pictures',
    raw: await somePicture(),
    headers: { 'content-type': 'image/png' },
  })),

  call('GET /products/export', 'access token', [401, 403, 403, 200], () => ({ path: '/products/export' })),
  call('POST /products/import', 'access token', [401, 403, 403, 200], () => ({
    path: '/products/import?dryRun=false',
    raw: 'name,img,Description,PerPrice\nImported Saw,/pictures/tools/hand-saw.svg,It saws.,19.99\n',
    headers: { 'content-type': 'text/csv' },
  })),

  call('POST /reviews', 'access token', [401, 201, 201, 201], () => ({ path: '/reviews', body: review })),
  call('GET /reviews/mine', 'access token', [401, 200, 200, 200], () => ({ path: '/reviews/mine' })),
  call('GET /reviews/hidden', 'access token', [401, 403, 403, 200], () => ({ path: '/reviews/hidden' })),
  call('POST /reviews/{id}/hide', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/reviews/${await reviewOf(shop)}/hide`,
    body: { reason: 'It names a neighbour.' },
  })),
  call('POST /reviews/{id}/show', 'access token', [401, 403, 403, 200], async (shop) => ({
    path: `/reviews/${await reviewOf(shop)}/show`,
  })),
];
