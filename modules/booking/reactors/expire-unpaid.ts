import { type Commands, scheduledOnce } from '../../kernel/commands.ts';
import { eachDue } from '../../kernel/each-due.ts';
import type { Timer } from '../../kernel/reactor.ts';
import type { View } from '../../kernel/view.ts';
import { booking } from '../booking.ts';
import { expireBooking } from '../commands/expire-booking.ts';
import type { Booking } from '../contract.ts';

/** Lets orders expire that were not paid in time: large ones sooner, since others wait for what they hold. */
export function expireUnpaid(wiring: {
  commands: Commands;
  bookings: View<Booking>;
  /** Milliseconds that an order may stay unpaid. */
  ttl: number;
  /** Milliseconds that a large one may; 0: as long as any other. */
  largeTtl: number;
  /** Milliseconds between two looks. */
  every: number;
}): Timer {
  const { commands, bookings, ttl, largeTtl, every } = wiring;
  const expire = ({ _id: bookingId }: Booking) =>
    commands.execute(
      booking,
      bookingId,
      scheduledOnce('expire-booking', bookingId),
      { type: 'ExpireBooking', bookingId },
      expireBooking,
    );
  return {
    name: 'expire-unpaid',
    every,
    async run(now, signal) {
      const before = new Date(now.getTime() - ttl);
      await eachDue(bookings, { index: 'status', key: 'unpaid', before, signal }, expire);
      if (largeTtl === 0) return;
      const largeBefore = new Date(now.getTime() - largeTtl);
      await eachDue(bookings, { index: 'largeUnpaid', key: '', before: largeBefore, signal }, expire);
    },
  };
}
