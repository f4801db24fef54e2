import type { Booking } from '../../../../../modules/booking/contract.ts';

/** How many pieces of an order have not gone back to the shelf. */
export const piecesOut = ({ quantity, restocked = 0 }: Booking): number => quantity - restocked;

/** Whether it has left the house. */
export const hasLeft = ({ fulfilment }: Booking): boolean => fulfilment === 'shipped' || fulfilment === 'delivered';

/** Of an order that somebody paid for, and that is still in the house: whether there is nothing left to send. */
export const isAllBack = (booking: Booking): boolean => piecesOut(booking) === 0 && !hasLeft(booking);
