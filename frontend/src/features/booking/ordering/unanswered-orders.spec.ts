import '../../../testing/browser.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckoutBody } from '../../../../../modules/booking/checkouts/contract.ts';
import type { BookToolBody } from '../../../../../modules/booking/contract.ts';
import { keptKeys } from '../../../lib/idempotency/intent-keys.ts';
import { forgetIntents } from '../../../lib/idempotency/kept-pending.ts';
import { checkoutIntent, unansweredCheckout } from '../../../lib/idempotency/unanswered-checkout.ts';
import { storeAccess } from '../../../lib/session/access-token.ts';
import { unpaid } from '../../../testing/fake-shop.ts';
import { fakeToken, shopper } from '../../../testing/signed-in.ts';
import { bookingIntent, settleSeenOrders, unansweredOrders } from './unanswered-orders.ts';

const minute = 60_000;
const { toolId, quantity, price, location, phone } = unpaid;
const order: BookToolBody = {
  ...{ toolId, quantity, price, location, phone, toolName: unpaid.toolName },
  ...{ personEmail: shopper.email, buyerName: shopper.displayName },
};
const checkout: CheckoutBody = { lines: [{ toolId, quantity, price }], location, phone };

/** The shop's clock, on a machine whose own is ahead of it by so many minutes. */
function aheadBy(minutes: number): () => number {
  const ahead = minutes * minute;
  storeAccess(fakeToken({ iat: Math.floor((Date.now() - ahead) / 1_000) }), shopper);
  return () => Date.now() - ahead;
}

describe.each([
  ['behind', -10],
  ['ahead', 10],
  ['right', 0],
])('by a clock that is %s', (_, minutes) => {
  beforeEach(() => forgetIntents());

  it.each([
    ['an order', bookingIntent, order, () => unansweredOrders(toolId).length > 0],
    ['a checkout', checkoutIntent, checkout, () => unansweredCheckout() !== undefined],
  ])(
    '%s without an answer is the one that was placed since, and none like it of before',
    (_, name, wish, isAwaited) => {
      const now = aheadBy(minutes);
      keptKeys.keyOf(name, wish);
      const placed = (at: number) => [{ ...unpaid, checkoutId: 'c1', at: new Date(at).toISOString() }];
      settleSeenOrders(placed(now() - 5 * minute));
      expect(isAwaited()).toBe(true);
      settleSeenOrders(placed(now() + 5_000));
      expect(isAwaited()).toBe(false);
    },
  );
});
