import { byItself, type Commands } from '../../kernel/commands.ts';
import type { Timer } from '../../kernel/reactor.ts';
import type { View } from '../../kernel/view.ts';
import { booking } from '../booking.ts';
import { expireBooking } from '../commands/expire-booking.ts';
import type { Booking } from '../contract.ts';

const batch = 100;

/** Lets orders lapse that were not paid in time. */
export function expireUnpaid(wiring: {
  commands: Commands;
  bookings: View<Booking>;
  /** Milliseconds that an order may stay unpaid. */
  ttl: number;
  /** Milliseconds between two looks. */
  every: number;
}): Timer {
  const { commands, bookings, ttl, every } = wiring;
  return {
    name: 'expire-unpaid',
    every,
    async run(now, signal) {
      const before = new Date(now.getTime() - ttl).toISOString();
      const oldest = { index: 'status', key: 'unpaid', order: 'ascending', limit: batch } as const;
      const { documents } = await bookings.list(oldest);
      const lapsed = documents.filter(({ at }) => at < before);
      if (signal.aborted) return;
      await Promise.all(
        lapsed.map(({ _id: bookingId }) =>
          commands.execute(booking, bookingId, byItself('expire-booking', bookingId), (state) =>
            expireBooking({ type: 'ExpireBooking', bookingId }, state),
          ),
        ),
      );
    },
  };
}
