import type { CommandContext, Commands } from '../../kernel/commands.ts';
import { derivedId, digest } from '../../kernel/encoding/derived.ts';
import { booking } from '../booking.ts';
import type { BookTool } from '../commands/book-tool.ts';
import type { PlacedCheckout } from './checkout.ts';
import { bookLine } from './commands/book-line.ts';

/**
 * Makes all orders of a checkout that was placed, those that are not there yet. Any number of times, and by several at once:
 * one effect.
 * @returns the position of the last order
 */
export async function completeCheckout(
  commands: Commands,
  { orders, ...common }: PlacedCheckout,
  context: CommandContext,
): Promise<bigint> {
  const positions = await Promise.all(
    orders.map(async (order) => {
      const { bookingId } = order;
      const command: BookTool = { type: 'BookTool', ...common, ...order };
      // The same for whoever completes it.
      const id = derivedId('book-line', bookingId);
      const once = { ...context, commandId: id, fingerprint: digest('book-line', bookingId) };
      return (await commands.execute(booking, bookingId, once, command, bookLine, { isNew: true, isLeftAlone: true }))
        .position;
    }),
  );
  return positions.reduce((last, position) => (position > last ? position : last), 0n);
}
