import type { Orders, PayableOrder } from '../booking/money/contract.ts';
import type { CommandContext, Commands } from '../kernel/commands.ts';
import { derivedId } from '../kernel/derived.ts';
import { Conflict } from '../kernel/errors.ts';
import { openPayment } from './commands/open-payment.ts';
import type { Withdrawals } from './contract.ts';
import type { PaymentGateway } from './gateway.ts';
import { type ClientSecret, secretOf } from './intent-secret.ts';
import { ownCommand } from './own-command.ts';
import { PaidAlready, sumOf } from './payable-orders.ts';
import { type OpenedPayment, payment } from './payment.ts';

type Wiring = {
  commands: Commands;
  orders: Orders;
  gateway: PaymentGateway;
  withdrawals: Withdrawals;
  now: () => Date;
};

/** How often others may come between while orders are brought into one payment. */
const rounds = 5;

/**
 * The client secret of the one intent that pays these orders together. Each order says in its own stream which payment it
 * is in, so that it is in one at most: a payment over another set of orders is cancelled first. Asking again, also at the
 * same time, gives the same secret.
 * @param wanted finds the orders anew, and refuses when they cannot be paid
 * @throws Conflict when one of them is paid or its money is on its way; Unavailable while the provider is away.
 */
export async function beginPayment(
  wiring: Wiring,
  wanted: () => Promise<readonly PayableOrder[]>,
  context: CommandContext,
): Promise<ClientSecret> {
  for (let round = 0; round < rounds; round++) {
    const secret = await tryToBegin(wiring, await wanted(), context);
    if (secret) return secret;
  }
  throw new Conflict('Too many others are changing the same thing. Please try again.');
}

async function tryToBegin(
  wiring: Wiring,
  wanted: readonly PayableOrder[],
  context: CommandContext,
): Promise<ClientSecret | undefined> {
  const [first] = wanted;
  if (!first) return undefined;
  const present = await paymentsOf(wiring.commands, wanted);
  const same = present.find((payment) => payment.status === 'open' && isOver(payment, wanted));
  const paymentId = same?.paymentId ?? newPaymentId(wanted);
  if (!same && first.paymentId === undefined) await open(wiring.commands, paymentId, wanted, context);

  // The caller's own command is recorded with the first order, the others' are made of it.
  const step = { ...context, commandId: derivedId(context.commandId, paymentId) };
  let into = await bringInto(wiring.orders, first, paymentId, context);
  if (into.repeated && into.paymentId !== undefined && into.paymentId !== first.paymentId) {
    const answerOfThen = await secretOf(wiring, into.paymentId, { context, isRepeat: true });
    if (answerOfThen) return answerOfThen;
    into = await bringInto(wiring.orders, first, paymentId, step);
  }
  const others = present.filter((payment) => payment !== same);
  if (others.length > 0) {
    for (const other of others) await withdraw(wiring, other, context);
    return undefined;
  }
  for (const order of wanted) {
    if (order !== first) into = await bringInto(wiring.orders, order, paymentId, step);
    if (into.paymentId !== paymentId) return undefined;
  }
  return secretOf(wiring, paymentId, { context, isRepeat: false });
}

/** The payments that these orders are in at present. */
async function paymentsOf(commands: Commands, wanted: readonly PayableOrder[]): Promise<readonly OpenedPayment[]> {
  const ids = new Set(wanted.flatMap(({ paymentId }) => paymentId ?? []));
  const states = await Promise.all([...ids].map((paymentId) => commands.load(payment, paymentId)));
  return states.filter((state) => state.status !== 'none');
}

function isOver({ orders }: OpenedPayment, wanted: readonly PayableOrder[]): boolean {
  const ids = new Set(orders.map(({ bookingId }) => bookingId));
  return ids.size === wanted.length && wanted.every(({ bookingId }) => ids.has(bookingId));
}

/**
 * The id of the next payment of these orders: the same for everybody who begins it at the same moment, and another one
 * once any of them was in a payment again.
 */
function newPaymentId(wanted: readonly PayableOrder[]): string {
  return derivedId('payment', ...wanted.flatMap(({ bookingId, formerPayments }) => [bookingId, `${formerPayments}`]));
}

async function open(
  commands: Commands,
  paymentId: string,
  wanted: readonly PayableOrder[],
  context: CommandContext,
): Promise<void> {
  const orders = wanted.map(shareOf);
  const amount = sumOf(orders.map((share) => share.amount));
  const once = ownCommand(context, 'open-payment', paymentId);
  await commands.execute(payment, paymentId, once, { type: 'OpenPayment', paymentId, amount, orders }, openPayment);
}

function bringInto(orders: Orders, order: PayableOrder, paymentId: string, context: CommandContext) {
  return orders.openPayment({ share: shareOf(order), paymentId }, context);
}

const shareOf = ({ bookingId, uid, price }: PayableOrder) => ({ bookingId, uid, amount: price });

/** Cancels a payment over another set of orders, and frees its orders. */
async function withdraw({ withdrawals, orders }: Wiring, other: OpenedPayment, context: CommandContext): Promise<void> {
  const { paymentId } = other;
  const became = await withdrawals.withdraw({ paymentId, again: true }, context);
  if (became === 'succeeded') throw new PaidAlready();
  if (became !== 'canceled') throw new PaymentOnItsWay();
  for (const { bookingId } of other.orders) {
    await orders.closePayment({ bookingId, paymentId }, ownCommand(context, 'close-booking-payment', paymentId));
  }
}

/** The provider has money of the order on its way: paying it again could charge it twice. */
export class PaymentOnItsWay extends Conflict {
  override name = 'PaymentOnItsWay';
  constructor() {
    super('The payment of this order is being processed. Please try again later.');
  }
}
