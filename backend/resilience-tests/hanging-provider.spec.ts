import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { callsInFlight } from '../start/calls-in-flight.ts';
import { demoAdmin, demoPassword } from '../start/seed/seed.ts';
import { type ApiClient, addTool, orderOf, signIn, signUp } from '../testing/api-client.ts';
import { type MisbehavingStripe, type Misbehaviour, startMisbehavingStripe } from '../testing/misbehaving-stripe.ts';
import { type RunningShop, startShop } from '../testing/running-shop.ts';

const price = 19.99;
/** As many orders as one person may have that are not paid, and calls for each of them. */
const orders = 20;
const calls = 21;
const hanging: Misbehaviour = { fault: () => 'hangs', answerAfter: () => 0, messageAfter: () => [] };

let provider: MisbehavingStripe;
let shop: RunningShop;
let toolId: string;

beforeAll(async () => {
  provider = await startMisbehavingStripe(hanging, { shop: () => shop.origin, clock: () => new Date() });
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
afterAll(async () => {
  await provider?.close();
  await shop?.end();
});

async function placed(buyer: ApiClient): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < orders) {
    const { body } = await buyer.post<{ insertedId: string }>('/booking', orderOf(buyer, toolId, price));
    ids.push(body.insertedId);
  }
  return ids;
}

describe('while the provider hangs', () => {
  it('two people who begin to pay all of their orders again and again keep nobody from reading and ordering', async () => {
    const buyers = await Promise.all([signUp(shop.origin), signUp(shop.origin)]);
    const third = await signUp(shop.origin);
    const theirs = await Promise.all(buyers.map(async (buyer) => ({ buyer, ids: await placed(buyer) })));
    let answered = 0;
    const pressing = Array.from({ length: calls }, () =>
      theirs.flatMap(({ buyer, ids }) =>
        ids.map(async (bookingId) => {
          const reply = await buyer.post('/create-payment-intent', { price, bookingId }).catch(() => undefined);
          answered += 1;
          return reply?.status ?? 503;
        }),
      ),
    ).flat();
    // For all others there was no place.
    await expect.poll(() => answered).toBeGreaterThanOrEqual(pressing.length - callsInFlight.atOnce);
    for (let n = 0; n < 20; n++) {
      expect((await third.get(`/tool/${toolId}`)).status).toBe(200);
      expect((await third.post('/booking', orderOf(third, toolId, price))).status).toBe(201);
    }
    expect(provider.calls('POST /v1/payment_intents')).toBeGreaterThan(0);
    await provider.close();
    expect(new Set(await Promise.all(pressing))).toEqual(new Set([503]));
  });
});
