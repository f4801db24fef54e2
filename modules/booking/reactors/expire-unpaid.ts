import { type Commands, scheduledOnce } from '../../kernel/commands.ts';
import { eachDue } from '../../kernel/documents/each-due.ts';
import type { View } from '../../kernel/documents/view.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Timer } from '../../kernel/reactor.ts';
import type { Withdrawals } from '../../payments/contract.ts';
import { booking } from '../booking.ts';
import { expireBooking } from '../commands/expire-booking.ts';
import { endWithPayment } from '../money/end-payment.ts';
import { untilAway } from '../money/until-away.ts';
import type { BookingDocument } from '../read-models/bookings.ts';

/**
 * Lets orders expire that were not paid in time: large ones sooner, since others wait for what they hold. The payment of
 * one is cancelled first. The provider is asked for that once; where it does not do it, since it is away or has money on
 * its way, the order stays until payments has found out what became of it.
 */
export function expireUnpaid(wiring: {
  commands: Commands;
  bookings: View<BookingDocument>;
  payments: Withdrawals;
  /** Milliseconds that an order may stay unpaid. */
  ttl: number;
  /** Milliseconds that a large one may; 0: as long as any other. */
  largeTtl: number;
  /** Milliseconds between two looks. */
  every: number;
}): Timer {
  const { commands, bookings, ttl, largeTtl, every } = wiring;

  function expiring(payments: Withdrawals) {
    return async ({ _id: bookingId }: BookingDocument): Promise<void> => {
      const context = scheduledOnce('expire-booking', bookingId);
      const end = (cancelled: string | undefined) => {
        const command = { type: 'ExpireBooking', bookingId, cancelled } as const;
        return commands.execute(booking, bookingId, context, command, expireBooking);
      };
      try {
        await endWithPayment({ commands, payments }, bookingId, { context, again: false }, end);
      } catch (reason) {
        if (!(reason instanceof Refusal)) throw reason;
      }
    };
  }

  return {
    name: 'expire-unpaid',
    every,
    async run(now, signal) {
      const expire = expiring(untilAway(wiring.payments));
      const failures: unknown[] = [];
      for (const { after, ...listed } of [
        { index: 'status', key: 'unpaid', after: ttl },
        ...(largeTtl === 0 ? [] : [{ index: 'largeUnpaid', key: '', after: largeTtl }]),
      ]) {
        const before = new Date(now.getTime() - after);
        await eachDue(bookings, { ...listed, before, signal }, expire).catch((reason) => failures.push(reason));
      }
      if (failures.length > 0) throw new AggregateError(failures, failures.join('; '));
    },
  };
}
