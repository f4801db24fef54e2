import type { Booking } from '../../booking.ts';
import { type BookTool, bookTool } from '../../commands/book-tool.ts';
import type { ToolBooked } from '../../events.ts';
import type { BookingPaid } from '../../money/contract.ts';

/**
 * Makes one order of a checkout that was placed. Twice is once, whatever has become of the order; one that was closed before it came
 * stays closed, and keeps none of the others.
 */
export function bookLine(command: BookTool, state: Booking): (ToolBooked | BookingPaid)[] {
  return state.status === 'none' ? bookTool(command, state) : [];
}
