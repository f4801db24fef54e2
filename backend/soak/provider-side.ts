import { webhookSignature } from '../payments/sandbox/messages/webhook-signature.ts';
import type { SoakShop } from './soak-shop.ts';

/** How much of what the provider sends gets lost on the way, and how much comes twice. */
const lost = 0.02;
/** The provider sends again, later, what was not taken: in milliseconds. */
const again = 3_600_000;
const twice = 0.05;
const atOnce = 100;

/** What began at the provider, of which for some payments no message ever comes: the shop has to look for it. */
const begun = /"type":"(refund\.created|charge\.refunded|charge\.dispute\.)/;
const untold = /"payment_intent":"pi_\w*[0-7]"/;

export type Delivered = { delivered: number; lost: number; refused: number };

/**
 * Brings the provider's waiting messages to the shop: in any order, some twice, some late, some never. What the shop does not take
 * waits for the next time.
 */
export async function deliverMessages(shop: SoakShop, now: Date, random: () => number): Promise<Delivered> {
  const done: Delivered = { delivered: 0, lost: 0, refused: 0 };
  const postpone = (message: { id: string; payload: string }) =>
    shop.sandboxStore.saveMessage({ ...message, created: now.getTime(), attempts: 1, dueAt: now.getTime() + again });
  for (;;) {
    const due = shop.sandboxStore.waitingMessages(atOnce).filter(({ dueAt }) => dueAt <= now.getTime());
    if (due.length === 0) return done;
    const messages = due
      .flatMap((message) => (random() < twice ? [message, message] : [message]))
      .map((message) => ({ message, order: random() }))
      .sort((one, other) => one.order - other.order);
    await Promise.all(
      messages.map(async ({ message: { id, payload } }) => {
        if (begun.test(payload) && untold.test(payload)) {
          done.lost += 1;
          shop.sandboxStore.dropMessage(id);
          return;
        }
        if (random() < lost) {
          done.lost += 1;
          // For good only what the shop asks after by itself. That a refund came back after all it knows by messages alone.
          if (payload.includes('"type":"payment_intent.')) shop.sandboxStore.dropMessage(id);
          else postpone({ id, payload });
          return;
        }
        const signature = webhookSignature(payload, shop.keys.webhookSecret, now);
        try {
          const headers = { 'stripe-signature': signature };
          await shop.call('POST /payments/webhook', { rawBody: Buffer.from(payload), headers });
          done.delivered += 1;
          shop.sandboxStore.dropMessage(id);
        } catch {
          done.refused += 1;
          postpone({ id, payload });
        }
      }),
    );
  }
}
