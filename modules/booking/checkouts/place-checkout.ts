import { CannotBeHad, type Reservation, type Stock, type WantedPieces } from '../../catalog/stock/contract.ts';
import type { CommandContext, Commands } from '../../kernel/commands.ts';
import { compareBytes } from '../../kernel/encoding/compare-bytes.ts';
import { derivedId } from '../../kernel/encoding/derived.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Caller } from '../../kernel/route.ts';
import type { Money } from '../../kernel/values/money.ts';
import { type Checkout, checkout, isOneOf, type PlacedCheckout } from './checkout.ts';
import { abandonCheckout } from './commands/abandon-checkout.ts';
import { CheckoutWasGivenUp, placeCheckout as placeDecided } from './commands/place-checkout.ts';
import { completeCheckout } from './complete-checkout.ts';
import { type LineRefused, NotWhole } from './not-whole.ts';

/** What the buyer asks for, the prices already read as money. */
export type WantedCheckout = {
  readonly lines: readonly { readonly toolId: string; readonly quantity: number; readonly price: Money }[];
  readonly location: string;
  readonly phone: string;
};

type Wiring = { readonly commands: Commands; readonly stock: Stock };
type Line = WantedPieces & { readonly line: number; readonly checkoutId: string };
type Placed = { readonly checkout: PlacedCheckout; readonly position: bigint };

/** The id of a checkout comes from its command's, and the ids of its orders from that: a retry meets what it has set aside. */
export const checkoutIdOf = ({ commandId }: CommandContext) => derivedId('checkout', commandId);
export const lineIdOf = (checkoutId: string, toolId: string) => derivedId('checkout-line', checkoutId, toolId);

/**
 * Places all of these orders or none: the pieces of each are set aside first, then one event decides that all of the orders
 * come, and then they do. Pieces are given back only after the checkout was closed.
 * @throws NotWhole for each line that cannot be had, or costs something else.
 */
export async function placeCheckout(
  wiring: Wiring,
  buyer: Caller,
  wanted: WantedCheckout,
  context: CommandContext,
): Promise<Placed> {
  const { commands, stock } = wiring;
  const checkoutId = checkoutIdOf(context);
  const lines = wanted.lines.map((line, index): Line => {
    return { ...line, line: index, checkoutId, bookingId: lineIdOf(checkoutId, line.toolId) };
  });
  const { status } = await commands.load(checkout, checkoutId);
  if (status !== 'none') return place(wiring, emptyOf(checkoutId, buyer, wanted), context);
  await throwUnlessAllCouldBeHad(stock, lines);
  const orders = await setAsideOrGiveBack(wiring, lines, context);
  return place(wiring, { ...emptyOf(checkoutId, buyer, wanted), orders }, context);
}

/** Nearly every cart that cannot be had is refused here, at no append. */
async function throwUnlessAllCouldBeHad(stock: Stock, lines: readonly Line[]): Promise<void> {
  const reasons = await Promise.all(lines.map((line) => stock.whyNot(line)));
  const refused = lines.flatMap((line, index) => refusedOf(line, reasons[index]));
  if (refused.length > 0) throw new NotWhole(refused);
}

/**
 * Sets the pieces aside, a tool after the other and in the same order for everybody: of two carts that want the same last
 * pieces one then gets them all, and neither takes pieces from the other only to give them back.
 */
async function setAsideOrGiveBack(
  wiring: Wiring,
  lines: readonly Line[],
  context: CommandContext,
): Promise<PlacedCheckout['orders']> {
  const inOrder = lines.toSorted((one, other) => compareBytes(one.toolId, other.toolId));
  const reserved: Reservation[] = [];
  for (const [index, line] of inOrder.entries()) {
    try {
      reserved.push(await wiring.stock.setAside(line, context));
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      const others = await Promise.all(inOrder.slice(index + 1).map((later) => wiring.stock.whyNot(later)));
      const refused =
        reason instanceof CannotBeHad
          ? [...refusedOf(line, reason), ...others.flatMap((why, at) => refusedOf(inOrder[index + 1 + at], why))]
          : undefined;
      const state = await giveBack(wiring, inOrder.slice(0, index), refused, context);
      // The same command came twice, and the other one had more luck.
      if (state.status === 'placed') return [];
      throw refused ? new NotWhole(refused) : reason;
    }
  }
  return reserved.map(({ bookingId, toolId, toolName, quantity, price, isLarge }) => {
    return { bookingId, toolId, toolName, quantity, price, ...(isLarge && { large: true as const }) };
  });
}

function refusedOf(line: Line | undefined, reason: CannotBeHad | undefined): LineRefused[] {
  return line && reason ? [{ line: line.line, toolId: line.toolId, because: reason.message }] : [];
}

/** Closes the checkout, and then gives back what is set aside and none of its orders. */
async function giveBack(
  { commands, stock }: Wiring,
  lines: readonly Line[],
  refused: readonly LineRefused[] | undefined,
  context: CommandContext,
): Promise<Checkout> {
  const checkoutId = checkoutIdOf(context);
  const command = { type: 'AbandonCheckout', checkoutId, ...(refused && { refused }) } as const;
  const state = await closed(commands, checkoutId, () =>
    commands.execute(checkout, checkoutId, context, command, abandonCheckout),
  );
  if (state.status === 'none') return state; // The timer tries again.
  for (const line of lines) if (!isOneOf(state, line)) await stock.release(line, context);
  return state;
}

/** What has become of the checkout, also where its key came with another payload and the command is refused for that. */
async function closed(
  commands: Commands,
  checkoutId: string,
  close: () => Promise<{ state: Checkout }>,
): Promise<Checkout> {
  try {
    return (await close()).state;
  } catch (reason) {
    if (!(reason instanceof Refusal)) throw reason;
    return commands.load(checkout, checkoutId);
  }
}

/** Decides it, or meets what was decided under this key, and makes the orders. */
async function place({ commands, stock }: Wiring, wanted: PlacedCheckout, context: CommandContext): Promise<Placed> {
  const { checkoutId, orders } = wanted;
  const command = { type: 'PlaceCheckout', ...wanted } as const;
  try {
    const { state } = await commands.execute(checkout, checkoutId, context, command, placeDecided);
    if (state.status === 'placed') {
      return { checkout: state.checkout, position: await completeCheckout(commands, state.checkout, context) };
    }
    throw state.status === 'abandoned' && state.refused ? new NotWhole(state.refused) : new CheckoutWasGivenUp();
  } catch (reason) {
    if (reason instanceof Refusal && orders.length > 0) {
      const state = await commands.load(checkout, checkoutId);
      if (state.status !== 'none') {
        for (const order of orders) if (!isOneOf(state, order)) await stock.release(order, context);
      }
    }
    throw reason;
  }
}

function emptyOf(
  checkoutId: string,
  { uid, email, name }: Caller,
  { location, phone }: WantedCheckout,
): PlacedCheckout {
  return { checkoutId, uid, personEmail: email, buyerName: name, location, phone, orders: [] };
}
