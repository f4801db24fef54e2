import type { Booking, BookToolBody } from '../../../../../modules/booking/contract.ts';
import { keptKeys } from '../../../lib/idempotency/intent-keys.ts';
import { settleSeenCheckout } from '../../../lib/idempotency/unanswered-checkout.ts';
import { clockAhead, storedAccess } from '../../../lib/session/access-token.ts';

export const bookingIntent = 'book';

/** What is in the browser's storage may be anything. Whether such an order can be placed, the shop says to whom sends it again. */
function isOrder(wish: unknown): wish is BookToolBody {
  const { toolId, personEmail, location, phone, price } = (wish ?? {}) as Partial<BookToolBody>;
  const texts = [toolId, personEmail, location, phone];
  return texts.every((one) => typeof one === 'string') && typeof price === 'number';
}

/** As they were sent, to the letter: another text is another intent. Under an email that one had before the shop takes none. */
function pendingOrders(): { key: string; order: BookToolBody; at: number }[] {
  const email = storedAccess()?.user.email;
  return keptKeys
    .pending(bookingIntent)
    .flatMap(({ key, wish, at }) => (isOrder(wish) && wish.personEmail === email ? [{ key, order: wish, at }] : []));
}

/** Orders of a tool that were sent and got no answer, the newest first: they may be placed, or not. */
export function unansweredOrders(toolId: string): BookToolBody[] {
  return pendingOrders().flatMap(({ order }) => (order.toolId === toolId ? [order] : []));
}

/**
 * What was seen among one's orders needs no answer any more: the same wish is from then on another order. Where this
 * machine's clock is ahead of the shop's by less than is known of, an order looks older than its wish, and goes on waiting for its answer.
 */
export function settleSeenOrders(bookings: readonly Booking[]): void {
  settleSeenCheckout(bookings);
  for (const { key, order, at } of pendingOrders()) {
    const isSeen = bookings.some(
      (booking) =>
        booking.toolId === order.toolId && isAlike(booking, order) && Date.parse(booking.at) >= at - clockAhead(),
    );
    if (isSeen) keptKeys.settle(key);
  }
}

type Details = Pick<BookToolBody, 'location' | 'phone' | 'quantity'>;

const isAlike = (one: Details, other: Details) =>
  one.location === other.location && one.phone === other.phone && one.quantity === other.quantity;

/**
 * The order as it is to be sent. One that got no answer is sent again as it was, also when the price has changed since:
 * as another one it could be placed twice, and the server says when its price no longer holds.
 */
export function asSentBefore(order: BookToolBody): BookToolBody {
  return unansweredOrders(order.toolId).find((before) => isAlike(before, order)) ?? order;
}
