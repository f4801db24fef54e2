import { Conflict } from '../../kernel/errors.ts';
import type { Booking, Order } from '../booking.ts';
import type { ToolBooked } from '../events.ts';

export type BookTool = { type: 'BookTool' } & Order;

/** Makes the order for which the pieces have been set aside. */
export function bookTool({ type: _, ...order }: BookTool, booking: Booking): ToolBooked[] {
  switch (booking.status) {
    case 'none':
      return [{ type: 'ToolBooked', data: order }];
    case 'gone':
      throw new Conflict('This order was given up before it was complete. Please order again.');
    case 'unpaid':
    case 'paid':
    case 'refunded':
      throw new Conflict('This order is there already.');
  }
}
