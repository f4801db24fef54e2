import { type BookToolBody, bookToolBody } from '../../../../modules/booking/contract.ts';
import { keptKeys } from '../../lib/intent-keys.ts';

export const bookingIntent = 'book';

/** Orders of a tool that were sent and got no answer, the newest first: they may be placed, or not. */
export function unansweredOrders(toolId: string): BookToolBody[] {
  return keptKeys
    .pending(bookingIntent)
    .filter((wish): wish is BookToolBody => bookToolBody.safeParse(wish).success)
    .filter((order) => order.toolId === toolId);
}

/**
 * The order as it is to be sent. One that got no answer is sent again as it was, also when the price has changed since:
 * as another one it could be placed twice, and the server says when its price no longer holds.
 */
export function asSentBefore(order: BookToolBody): BookToolBody {
  const isSame = ({ location, phone, quantity }: BookToolBody) =>
    location === order.location && phone === order.phone && quantity === order.quantity;
  return unansweredOrders(order.toolId).find(isSame) ?? order;
}
