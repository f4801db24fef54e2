import { Conflict } from '../../kernel/errors.ts';
import type { Booking, Order } from '../booking.ts';
import type { ToolBooked } from '../events.ts';
import type { BookingPaid } from '../money/contract.ts';

export type BookTool = { type: 'BookTool' } & Order;

/**
 * Makes the order for which the pieces have been set aside. One that costs nothing is paid as it is made: there is
 * nobody to ask for the money, and nothing that could arrive.
 */
export function bookTool({ type: _, ...order }: BookTool, booking: Booking): (ToolBooked | BookingPaid)[] {
  switch (booking.status) {
    case 'none':
      return [{ type: 'ToolBooked', data: order }, ...freeOfCharge(order)];
    case 'gone':
      throw new Conflict('This order was given up before it was complete. Please order again.');
    case 'unpaid':
    case 'paid':
    case 'refunded':
      throw new Conflict('This order has been placed already.');
  }
}

function freeOfCharge({ bookingId, uid, toolId, price }: Order): BookingPaid[] {
  if (price.amount !== 0) return [];
  return [{ type: 'BookingPaid', data: { bookingId, uid, toolId, free: true, amount: price } }];
}
