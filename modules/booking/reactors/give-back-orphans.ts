import type { Stock } from '../../catalog/stock/contract.ts';
import { type Commands, scheduledOnce } from '../../kernel/commands.ts';
import { eachDue } from '../../kernel/documents/each-due.ts';
import type { View } from '../../kernel/documents/view.ts';
import type { Timer } from '../../kernel/reactor.ts';
import { booking } from '../booking.ts';
import { checkout, isOneOf } from '../checkouts/checkout.ts';
import { abandonCheckout } from '../checkouts/commands/abandon-checkout.ts';
import { completeCheckout } from '../checkouts/complete-checkout.ts';
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

  /** Of a checkout all orders come or none: it is closed in the place of the order. */
  async function giveBackLine({ toolId, bookingId }: OpenReservation, checkoutId: string): Promise<void> {
    const context = scheduledOnce('abandon-checkout', checkoutId);
    const command = { type: 'AbandonCheckout', checkoutId } as const;
    const { state } = await commands.execute(checkout, checkoutId, context, command, abandonCheckout);
    if (state.status === 'placed') await completeCheckout(commands, state.checkout, context);
    if (!isOneOf(state, { toolId, bookingId })) await stock.release({ toolId, bookingId }, context);
  }

  async function giveBack(reservation: OpenReservation): Promise<void> {
    const { toolId, bookingId, checkoutId } = reservation;
    if (checkoutId !== undefined) return giveBackLine(reservation, checkoutId);
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
