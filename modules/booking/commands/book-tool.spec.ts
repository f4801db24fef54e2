import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Booking, booking } from '../booking.ts';
import { bookedForNothing, bookingAbandoned, bookingPaid, toolBooked } from '../testing/examples.ts';
import { bookTool } from './book-tool.ts';

const book = (state: Booking) => bookTool({ type: 'BookTool', ...toolBooked().data }, state);

describe('booking a tool', () => {
  it('makes the order', () => given(booking).when(book).then(toolBooked()));

  it('makes an order that costs nothing, and it is paid', () => {
    const [booked, paid] = bookedForNothing();
    const bookForNothing = (state: Booking) => bookTool({ type: 'BookTool', ...booked.data }, state);
    given(booking).when(bookForNothing).then(booked, paid);
    expect(fold(booking, [booked, paid])).toMatchObject({
      status: 'paid',
      payment: { free: true, amount: { amount: 0 } },
    });
    given(booking, booked, paid)
      .when(bookForNothing)
      .thenThrows(Conflict, /placed already/);
  });

  it('refuses an order that is there already', () => {
    given(booking, toolBooked())
      .when(book)
      .thenThrows(Conflict, /placed already/);
    given(booking, toolBooked(), bookingPaid())
      .when(book)
      .thenThrows(Conflict, /placed already/);
  });

  it('refuses an order that came so late that its pieces were given back', () =>
    given(booking, bookingAbandoned())
      .when(book)
      .thenThrows(Conflict, /order again/));
});
