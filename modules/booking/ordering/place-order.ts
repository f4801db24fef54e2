import type { Reservation, Stock } from '../../catalog/stock/contract.ts';
import { type CommandContext, type Commands, isKeyed } from '../../kernel/commands.ts';
import { derivedId, derivedNear } from '../../kernel/encoding/derived.ts';
import { Conflict } from '../../kernel/errors.ts';
import type { Caller } from '../../kernel/route.ts';
import type { Money } from '../../kernel/values/money.ts';
import { type Booking, booking } from '../booking.ts';
import { type BookTool, bookTool } from '../commands/book-tool.ts';
import type { BookToolBody } from '../contract.ts';
import type { UnpaidLimit } from './unpaid-limit.ts';

/** What the buyer asks for, the price already read as money. */
export type WantedOrder = Pick<BookToolBody, 'toolId' | 'quantity' | 'location' | 'phone'> & { price: Money };

type Placed = { readonly bookingId: string; readonly position: bigint };
type Wiring = { readonly commands: Commands; readonly stock: Stock };

/**
 * Places an order, if its buyer may have one more that nobody has paid money for.
 * @throws Conflict when the buyer may not, and whatever the stock refuses.
 */
export function placeOrder(
  { unpaid, ...wiring }: Wiring & { readonly unpaid: Pick<UnpaidLimit, 'place'> },
  buyer: Caller,
  wanted: WantedOrder,
  context: CommandContext,
): Promise<Placed> {
  const bookingId = idOfOrder(context);
  const place = () => reserveAndBook(wiring, bookingId, buyer, wanted, context);
  return unpaid.place(bookingId, buyer, place);
}

/**
 * Of a call with a key the order's id is of the key alone, in every release: whoever sends it again after an upgrade must meet the same
 * order. Of any other it begins as the call's own, so that orders of one moment lie beside one another in each file.
 */
function idOfOrder(context: CommandContext): string {
  const { commandId } = context;
  return isKeyed(context) ? derivedId('booking', commandId) : derivedNear(commandId, 'booking', commandId);
}

/**
 * Sets the pieces aside and makes the order. The order's id comes from the command's, so that a retry meets its own
 * reservation; pieces whose order does not come are given back later.
 */
async function reserveAndBook(
  { commands, stock }: Wiring,
  bookingId: string,
  buyer: Caller,
  { toolId, quantity, price, location, phone }: WantedOrder,
  context: CommandContext,
): Promise<Placed> {
  let isSetAside = false;
  const order = (reserved: Reservation) => {
    isSetAside = true;
    const made = {
      bookingId,
      toolId,
      toolName: reserved.toolName,
      uid: buyer.uid,
      personEmail: buyer.email,
      buyerName: buyer.name,
      location,
      phone,
      quantity: reserved.quantity,
      price: reserved.price,
      ...(reserved.isLarge && { large: true as const }),
    };
    const command: BookTool = { type: 'BookTool', ...made };
    return { aggregate: booking, id: bookingId, command, decide: (state: Booking) => bookTool(command, state) };
  };
  try {
    const { position } = await stock.reserve({ toolId, bookingId, quantity, price }, context, order);
    return { bookingId, position };
  } catch (reason) {
    if (isSetAside && reason instanceof Conflict)
      await giveBackUnused({ commands, stock }, { toolId, bookingId }, context);
    throw reason;
  }
}

/** The same key was used for an order of another tool: what was just set aside of this one is nobody's. */
async function giveBackUnused(
  { commands, stock }: Wiring,
  { toolId, bookingId }: { toolId: string; bookingId: string },
  context: CommandContext,
): Promise<void> {
  const state = await commands.load(booking, bookingId);
  if ('order' in state && state.order.toolId !== toolId) await stock.release({ toolId, bookingId }, context);
}
