import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { callsInFlight } from '../../start/serving/calls-in-flight.ts';
import { type ApiClient, addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { type RunningShop, startShop } from '../../testing/running-shop.ts';
import {
  type MisbehavingStripe,
  type Misbehaviour,
  startMisbehavingStripe,
} from '../../testing/servers/misbehaving-stripe.ts';

const price = 19.99;
/** As many orders as one person may have that are not paid, and calls for each of them. */
const orders = 20;
const calls = 21;
const behaviour: Misbehaviour = {
  fault: () => (hangs ? 'hangs' : undefined),
  answerAfter: () => 0,
  messageAfter: () => [],
};

let hangs: boolean;
let provider: MisbehavingStripe;
let shop: RunningShop;
let toolId: string;

beforeEach(async () => {
  hangs = true;
  provider = await startMisbehavingStripe(behaviour, { shop: () => shop.origin, clock: () => new Date() });
  const settings = { SEED: 'demo', UNPAID_ORDERS: `${orders}`, ...provider.settings };
  shop = await startShop(settings, {
    passwords: quickPasswords,
    stripeApi: () => provider.api,
    stripeTimeout: 120_000,
  });
  toolId = await addTool(await signIn(shop.origin, demoAdmin.email, demoPassword), {
    Available: 1_000,
    PerPrice: price,
  });
});
afterEach(async () => {
  await provider?.close();
  await shop?.end();
});

async function placed(buyer: ApiClient, many = orders): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < many) {
    const { body } = await buyer.post<{ insertedId: string }>('/booking', orderOf(buyer, toolId, price));
    ids.push(body.insertedId);
  }
  return ids;
}

/** While others press, somebody reads and orders as ever. @returns what those others are told once the provider is gone */
async function expectPlacesFor(third: ApiClient, pressing: readonly Promise<number>[]): Promise<Set<number>> {
  let answered = 0;
  for (const each of pressing) void each.then(() => answered++);
  // For all others there was no place: of those who press, each has theirs already.
  await expect.poll(() => answered).toBeGreaterThanOrEqual(pressing.length - callsInFlight.atOnce);
  for (let n = 0; n < 20; n++) {
    expect((await third.get(`/tool/${toolId}`)).status).toBe(200);
    expect((await third.post('/booking', orderOf(third, toolId, price))).status).toBe(201);
  }
  await provider.close();
  return new Set(await Promise.all(pressing));
}

const statusOf = (reply: Promise<{ readonly status: number }>) =>
  reply.then(
    ({ status }) => status,
    () => 503,
  );

describe('while the provider hangs', () => {
  it('two people who begin to pay all of their orders again and again keep nobody from reading and ordering', async () => {
    const buyers = await Promise.all([signUp(shop.origin), signUp(shop.origin)]);
    const third = await signUp(shop.origin);
    const theirs = await Promise.all(buyers.map(async (buyer) => ({ buyer, ids: await placed(buyer) })));
    const pressing = Array.from({ length: calls }, () =>
      theirs.flatMap(({ buyer, ids }) =>
        ids.map((bookingId) => statusOf(buyer.post('/create-payment-intent', { price, bookingId }))),
      ),
    ).flat();
    expect(await expectPlacesFor(third, pressing)).toEqual(new Set([429, 503]));
    expect(provider.calls('POST /v1/payment_intents')).toBeGreaterThan(0);
  });

  it.each([
    ['an order', (buyer: ApiClient, bookingId: string) => buyer.delete(`/booking/${bookingId}`), [429, 503]],
    // Of several those that can be deleted are: what cannot stays, and is not counted.
    ['all orders', (buyer: ApiClient) => buyer.delete(`/booking?personEmail=${buyer.email}`), [200, 429]],
  ])(
    'who deletes %s that they had begun to pay, again and again, keeps nobody from it either',
    async (_, drop, said) => {
      const [buyer, third] = [await signUp(shop.origin), await signUp(shop.origin)];
      const [bookingId = ''] = await placed(buyer, 1);
      hangs = false;
      expect((await buyer.post('/create-payment-intent', { price, bookingId })).status).toBe(200);
      hangs = true;
      const pressing = Array.from({ length: 2 * callsInFlight.atOnce }, () => statusOf(drop(buyer, bookingId)));
      expect(await expectPlacesFor(third, pressing)).toEqual(new Set(said));
    },
  );
});
