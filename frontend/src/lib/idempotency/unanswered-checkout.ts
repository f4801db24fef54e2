import type { CheckoutBody } from '../../../../modules/booking/checkouts/contract.ts';
import type { Booking } from '../../../../modules/booking/contract.ts';
import { clockAhead } from '../session/access-token.ts';
import { keptKeys } from './intent-keys.ts';

export const checkoutIntent = 'check-out';

/** A checkout that was sent and got no answer: it may have been placed, or not. `at` in ms of this machine's clock. */
export type SentCheckout = { readonly key: string; readonly body: CheckoutBody; readonly at: number };

/** What is in the browser's storage may be anything. Whether such a checkout can be made, the shop says to whom sends it again. */
function isCheckout(wish: unknown): wish is CheckoutBody {
  const { lines, location, phone } = (wish ?? {}) as Partial<CheckoutBody>;
  const isLine = (line: Partial<CheckoutBody['lines'][number]> | null) =>
    typeof line?.toolId === 'string' && typeof line.quantity === 'number' && typeof line.price === 'number';
  return typeof location === 'string' && typeof phone === 'string' && Array.isArray(lines) && lines.every(isLine);
}

/**
 * The one that waits for its answer. It is sent again as it was, to the letter, whatever has become of the cart, since as
 * another one it could be placed twice.
 */
export function unansweredCheckout(): SentCheckout | undefined {
  const [last] = keptKeys.pending(checkoutIntent);
  if (!last || !isCheckout(last.wish)) return undefined;
  return { key: last.key, body: last.wish, at: last.at };
}

/** The orders that a checkout became, in the order of its lines, where they are among these. */
export function placedAs({ body, at }: SentCheckout, bookings: readonly Booking[]): string[] | undefined {
  const { lines, location, phone } = body;
  // Without this, an order like it of before would be taken for it where this machine's clock is behind.
  const since = at - clockAhead();
  const alike = bookings.filter((one) => one.location === location.trim() && one.phone === phone.trim());
  for (const checkoutId of new Set(alike.map((one) => one.checkoutId))) {
    const orders = alike.filter((one) => one.checkoutId === checkoutId && Date.parse(one.at) >= since);
    const ids = lines.map(({ toolId, quantity, price }) => {
      return orders.find((one) => one.toolId === toolId && one.quantity === quantity && one.price === price)?._id;
    });
    const found = ids.filter((id) => id !== undefined);
    if (checkoutId !== undefined && found.length === lines.length && orders.length === lines.length) return found;
  }
  return undefined;
}

/** What was seen among one's orders needs no answer any more: the same cart is from then on another order. */
export function settleSeenCheckout(bookings: readonly Booking[]): void {
  const sent = unansweredCheckout();
  if (sent && placedAs(sent, bookings)) keptKeys.settle(sent.key);
}
