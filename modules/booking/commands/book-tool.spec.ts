import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Booking, booking } from '../booking.ts';
import { bookingAbandoned, bookingPaid, toolBooked } from '../testing/examples.ts';
import { bookTool } from './book-tool.ts';

const book = (state: Booking) => bookTool({ type: 'BookTool', ...toolBooked().data }, state);

describe('booking a tool', () => {
  it('makes the order', () => given(booking).when(book).then(toolBooked()));

  it('refuses an order that is there already', () => {
    given(booking, toolBooked())
      .when(book)
      .thenThrows(Conflict, /there already/);
    given(booking, toolBooked(), bookingPaid())
      .when(book)
      .thenThrows(Conflict, /there already/);
  });

  it('refuses an order that came so late that its pieces were given back', () =>
    given(booking, bookingAbandoned())
      .when(book)
      .thenThrows(Conflict, /order again/));
});
