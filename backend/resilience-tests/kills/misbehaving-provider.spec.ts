import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Booking } from '../../../modules/booking/contract.ts';
import type { Tool } from '../../../modules/catalog/contract.ts';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { everyFault } from '../../payments/sandbox/faults.ts';
import { demoAdmin, demoPassword } from '../../start/demo/seed.ts';
import { type ApiClient, addTool, orderOf, signIn, signUp } from '../../testing/api-client.ts';
import { asOften } from '../../testing/as-often.ts';
import { type RunningShop, startShop } from '../../testing/running-shop.ts';
import { type MisbehavingStripe, startMisbehavingStripe } from '../../testing/servers/misbehaving-stripe.ts';
import { keys } from '../../testing/servers/sandbox-under-test.ts';
import { seededRandom } from './seeded-random.ts';

/** How many orders are tried: a few in CI, as many as one wants in a soak. */
const orders = Number(process.env.MISBEHAVING_ORDERS ?? asOften(30, 60));
const atOnce = 6;
const added = 1_000_000;
const price = 19.99;
const minute = 60_000;
const patience = { timeout: 120_000, interval: 50 };

const { random, of, seed } = seededRandom('MISBEHAVING_SEED');
const oneOf = <Item>(items: readonly Item[], drawn = random()): Item => items[Math.floor(drawn * items.length)] as Item;
const misbehaviour = {
  fault: () => (random() < 0.3 ? oneOf(everyFault) : undefined),
  answerAfter: () => oneOf([0, 0, 10, 40]),
  // Lost, once, three times at once, late, or late and again.
  messageAfter: () => oneOf([[], [0], [0, 0, 0], [80], [5, 120]]),
};

let now = Date.now();
let provider: MisbehavingStripe;
let shop: RunningShop;
let buyer: ApiClient;
let toolId: string;

beforeAll(async () => {
  const clock = () => new Date(now);
  provider = await startMisbehavingStripe(misbehaviour, { shop: () => shop.origin, clock });
  shop = await startShop(
    { SEED: 'demo', LOG_LEVEL: 'silent', TIMERS_EVERY: '50ms', ...provider.settings },
    { now: clock, passwords: quickPasswords, stripeApi: () => provider.api, stripeTimeout: 100 },
  );
  const admin = await signIn(shop.origin, demoAdmin.email, demoPassword);
  buyer = await signUp(shop.origin);
  toolId = await addTool(admin, { Available: added, PerPrice: price });
});
afterAll(async () => {
  await shop?.end();
  await provider?.close();
});

/** One shopper: orders, asks for the secret until there is one, pays or gives up, as it comes. */
async function shopFor(nth: number): Promise<void> {
  const body = orderOf(buyer, toolId, price);
  const { body: placed } = await buyer.post<{ insertedId: string }>('/booking', body);
  const bookingId = placed.insertedId;
  for (let tries = 0; tries < 4; tries++) {
    const begun = await buyer.post<{ clientSecret?: string }>('/create-payment-intent', { price, bookingId });
    expect([200, 404, 409, 503]).toContain(begun.status);
    if (begun.body.clientSecret && nth % 5 > 0) await pay(begun.body.clientSecret, of(nth + 1));
    if (begun.body.clientSecret) break;
  }
  if (nth % 5 <= 1) expect([200, 404, 409, 503]).toContain((await buyer.delete(`/booking/${bookingId}`)).status);
}

/** Every third order that is paid by now is given back, in whole or in part. */
async function giveBack(): Promise<void> {
  const who = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const { body } = await who.get<Booking[]>('/booking?limit=1000');
  const paid = body.filter((order) => order.paid && order.toolId === toolId).filter((_, nth) => nth % 3 === 0);
  for (const [nth, { _id }] of paid.entries()) {
    const refund = { reason: 'It is bent.', ...(nth % 2 === 0 && { amount: 5 }) };
    expect((await who.post(`/booking/${_id}/refund`, refund)).status).toBe(202);
  }
}

/** The browser's side, which meets the same provider; what it is answered it may not know. */
async function pay(secret: string, own: () => number): Promise<void> {
  const form = new URLSearchParams({
    client_secret: secret,
    payment_method: oneOf(['pm_card_visa', 'pm_card_processing'], own()),
  });
  const headers = { authorization: `Bearer ${keys.publishableKey}` };
  const address = `${provider.api}/v1/payment_intents/${secret.split('_secret_')[0]}/confirm`;
  const confirm = () =>
    fetch(address, { method: 'POST', body: form, headers, signal: AbortSignal.timeout(150) }).then(
      async (answer) => void (await answer.arrayBuffer()),
      () => undefined,
    );
  await confirm();
  if (own() < 0.3) await confirm();
}

async function accounts() {
  const who = await signIn(shop.origin, demoAdmin.email, demoPassword);
  const { body } = await who.get<Booking[]>('/booking?limit=1000');
  const placed = body.filter((each) => each.toolId === toolId);
  const { Available } = (await who.get<Tool>(`/tool/${toolId}`)).body;
  const cents = (amounts: readonly number[]) => Math.round(100 * amounts.reduce((sum, amount) => sum + amount, 0));
  const intents = provider.store.list('intents', { limit: 100_000 });
  const paid = intents.flatMap((intent) => (intent.status === 'succeeded' ? [intent] : []));
  return {
    provider: {
      taken: paid.reduce((sum, { amount }) => sum + amount, 0),
      back: paid.reduce((sum, { refunded }) => sum + refunded, 0),
      pieces: placed.length,
    },
    shop: {
      taken: cents(placed.map((order) => (order.paid ? order.price : 0))),
      back: cents(placed.map(({ refunded }) => refunded ?? 0)),
      pieces: added - Available,
    },
    unpaid: placed.filter(({ status }) => status === 'unpaid').length,
    twice: placed.length - new Set(placed.map(({ _id }) => _id)).size,
  };
}

describe(`a provider that misbehaves in every way (MISBEHAVING_SEED=${seed})`, () => {
  it(
    'takes what orders cost and gives back what was to go back, once it behaves again',
    async () => {
      let next = 0;
      const shopping = Array.from({ length: atOnce }, async () => {
        for (let nth = next++; nth < orders; nth = next++) await shopFor(nth);
      });
      await Promise.all(shopping);
      // While it still misbehaves, the provider is asked, and money goes back.
      await vi.waitFor(async () => {
        now += minute;
        expect((await accounts()).shop.taken).toBeGreaterThan(0);
      }, patience);
      await giveBack();
      await vi.waitFor(() => {
        now += minute;
        expect(provider.calls('POST /v1/refunds')).toBeGreaterThan(0);
      }, patience);
      provider.mend();
      let looks = 0;
      await vi.waitFor(async () => {
        // First minutes, in which the provider is asked; then what nobody pays lapses.
        now += looks++ < 40 ? minute : 60 * minute;
        const { provider: has, shop: says, unpaid } = await accounts();
        expect({ ...says, unpaid }).toEqual({ ...has, unpaid: 0 });
        expect(has.taken).toBeGreaterThan(0);
        expect(has.back).toBeGreaterThan(0);
      }, patience);
    },
    3 * patience.timeout + orders * 1_000,
  );
});
