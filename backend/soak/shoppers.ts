import { Conflict, Unavailable } from '../../modules/kernel/errors.ts';
import type { Caller } from '../../modules/kernel/route.ts';
import type { SoakShop } from './soak-shop.ts';
import type { SoakTool } from './soak-tools.ts';

/** How often a shopper asks again when the shop says that something is away. */
const patience = 4;

/** Test PaymentMethods, and how many of a hundred payments are made with each. */
const cards = { pm_card_visa: 80, pm_card_pendingRefund: 9, pm_card_refundFail: 8, pm_card_processing: 3 } as const;

export type Placed = {
  readonly buyer: Caller;
  readonly bookingId: string;
  readonly quantity: number;
  readonly price: number;
};

/** Orders so many pieces; undefined when the shop would not. */
export async function order(
  { call }: SoakShop,
  buyer: Caller,
  { toolId, perPrice, quantity, key }: SoakTool & { quantity: number; key: string },
): Promise<Placed | undefined> {
  const price = Number((perPrice * quantity).toFixed(2));
  const body = { toolId, personEmail: buyer.email, location: 'Dhaka', phone: '+8801700000000', price, quantity };
  try {
    const answer = await untilAnswered(() => call('POST /booking', { caller: buyer, body, key }));
    return { buyer, bookingId: String(Object(answer?.body).insertedId), quantity, price };
  } catch (reason) {
    if (reason instanceof Conflict) return undefined;
    throw reason;
  }
}

/** Opens the page on which an order is paid. Resolves to the client secret; undefined when the shop did not answer. */
export async function beginToPay({ call }: SoakShop, placed: Placed): Promise<string | undefined> {
  const { buyer, bookingId, price } = placed;
  const asking = { caller: buyer, body: { bookingId, price }, key: `pay ${bookingId}` };
  const asked = await untilAnswered(() => call('POST /create-payment-intent', asking));
  return asked && String(Object(asked.body).clientSecret);
}

/** Pays with some card, sometimes after one that is declined. Resolves to the intent; undefined when it came to none. */
export function pay(shop: SoakShop, clientSecret: string, random: () => number): string | undefined {
  if (random() < 0.05) confirm(shop, clientSecret, 'pm_card_visa_chargeDeclined');
  return confirm(shop, clientSecret, cardOf(random)) ? clientSecret.split('_secret_')[0] : undefined;
}

/** What the browser does: it charges the card at the provider, past the shop. */
function confirm({ sandbox, keys }: SoakShop, clientSecret: string, card: string): boolean {
  const id = clientSecret.split('_secret_')[0];
  const given = sandbox.ask({
    method: 'POST',
    path: `/v1/payment_intents/${id}/confirm`,
    requestId: `req_${id}`,
    authorization: `Bearer ${keys.publishableKey}`,
    params: { client_secret: clientSecret, payment_method: card },
  });
  return given?.status === 200;
}

function cardOf(random: () => number): string {
  let left = random() * 100;
  for (const [card, share] of Object.entries(cards)) {
    left -= share;
    if (left < 0) return card;
  }
  return 'pm_card_visa';
}

/** Asks again under the same key while something is away, and gives up after a while. */
export async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  for (let asked = 0; asked < patience; asked++) {
    try {
      return await ask();
    } catch (reason) {
      if (!(reason instanceof Unavailable)) throw reason;
    }
  }
  return undefined;
}
