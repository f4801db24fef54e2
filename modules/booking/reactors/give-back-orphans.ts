import type { Stock } from '../../catalog/contract.ts';
import { type Commands, scheduledOnce } from '../../kernel/commands.ts';
import { eachDue } from '../../kernel/each-due.ts';
import type { Timer } from '../../kernel/reactor.ts';
import type { View } from '../../kernel/view.ts';
import { booking } from '../booking.ts';
import { abandonBooking } from '../commands/abandon-booking.ts';
import type { OpenReservation } from '../read-models/open-reservations.ts';

/**
 * Gives back pieces whose order never came: something broke between setting them aside and making the order. The order
 * is closed first and only then the pieces are given back, so that this can never race an order that comes late.
 */
export function giveBackOrphans(wiring: {
  commands: Commands;
  stock: Stock;
  reservations: View<OpenReservation>;
  /** Milliseconds after which an order that has not come is given up. */
  grace: number;
  /** Milliseconds between two looks. */
  every: number;
}): Timer {
  const { commands, stock, reservations, grace, every } = wiring;

  async function giveBack({ toolId, bookingId }: OpenReservation): Promise<void> {
    const context = scheduledOnce('give-back-orphan', toolId, bookingId);
    const { state } = await commands.execute(
      booking,
      bookingId,
      context,
      { type: 'AbandonBooking', bookingId, toolId },
      abandonBooking,
    );
    const isForThisTool = 'order' in state && state.order.toolId === toolId;
    if (!isForThisTool) await stock.release({ toolId, bookingId }, context);
  }

  return {
    name: 'give-back-orphans',
    every,
    async run(now, signal) {
      const before = new Date(now.getTime() - grace);
      await eachDue(reservations, { index: 'open', key: '', before, signal }, giveBack);
    },
  };
}
