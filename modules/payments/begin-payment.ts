import type { Orders, PayableOrder } from '../booking/money/contract.ts';
import type { CommandContext, Commands } from '../kernel/commands.ts';
import { Bulkhead } from '../kernel/concurrency/bulkhead.ts';
import type { Lanes } from '../kernel/concurrency/lanes.ts';
import { derivedId } from '../kernel/encoding/derived.ts';
import { Conflict } from '../kernel/errors.ts';
import { sumOf } from '../kernel/values/money.ts';
import { mostPayments } from './bounds/contract.ts';
import { openPayment } from './commands/open-payment.ts';
import type { Withdrawals } from './contract.ts';
import type { PaymentGateway } from './gateway.ts';
import { type ClientSecret, secretOf } from './intent-secret.ts';
import { ownCommand } from './own-command.ts';
import { PaidAlready } from './payable-orders.ts';
import { type OpenedPayment, payment } from './payment.ts';

type Wiring = {
  commands: Commands;
  orders: Orders;
  gateway: PaymentGateway;
  withdrawals: Withdrawals;
  now: () => Date;
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Of this process: the payments of an order are begun one after the other. */
  lanes: Lanes;
};

/**
 * How many payments a process begins at once, and for one person, who waits or is waited for: a provider that hangs holds each of them
 * for half a minute. What is left of the calls that are carried out at once (backend/start/serving/calls-in-flight.ts) is for whoever reads and orders.
 */
export const begunAtOnce = {
  inAll: 256,
  each: 10,
  refusal: 'Too many payments are being begun. Please try again in a moment.',
};

/** For `lanes`. An order is one person's, so that no more come than one may begin. */
export const lanesOfOrders = {
  mostWaiting: begunAtOnce.each,
  refusal: 'This order is being paid. Please try again in a moment.',
};

/** How often others may come between while orders are brought into one payment. */
const rounds = 6;

/** The longest that is waited before the next of them, in milliseconds. */
const longestPause = 2_000;

/**
 * The client secret of the one intent that pays these orders together. Each order says in its own stream which payment it
 * is in, so that it is in one at most: a payment over another set of orders is cancelled first. Asking again, also at the
 * same time, gives the same secret. The caller's own command stands in the stream of each order, so that their key is known again
 * by whichever of them it is used for next.
 * @param wanted finds the orders anew, and refuses when they cannot be paid
 * @param signal of whoever asks: it aborts when nobody waits any more
 * @throws KeyUsedBefore where the command was one for other orders, before anything is changed; Conflict when one of them is paid or its money is on its way; Unavailable while the provider is away.
 */
export async function beginPayment(
  wiring: Wiring,
  wanted: () => Promise<readonly PayableOrder[]>,
  context: CommandContext,
  signal: AbortSignal,
): Promise<ClientSecret> {
  const ids = (await wanted()).map(({ bookingId }) => bookingId);
  return wiring.lanes.run(ids, () => beginInTurn(wiring, wanted, context, signal), signal);
}

async function beginInTurn(
  wiring: Wiring,
  wanted: () => Promise<readonly PayableOrder[]>,
  context: CommandContext,
  signal: AbortSignal,
): Promise<ClientSecret> {
  let orders = await wanted();
  const answerOfThen = await answeredBefore(wiring, orders, context);
  if (answerOfThen) return answerOfThen;
  for (let round = 0, took = 0; round < rounds; round++) {
    // The first one may have cancelled another payment, as it should, and met nobody.
    if (round > 1) await wiring.pause(untilNext(round, took), signal);
    if (round > 0) orders = await wanted();
    const begun = performance.now();
    const secret = await tryToBegin(wiring, orders, context);
    if (secret) return secret;
    took = performance.now() - begun;
  }
  throw new Conflict('Too many others are changing the same thing. Please try again.');
}

/**
 * Two who want other sets with an order in both, at two nodes, cancel each other's payment in step: so each waits by chance before it
 * tries again, for up to a multiple of what a try takes, which is mostly the provider's time.
 * @param took the try before, in milliseconds
 */
function untilNext(round: number, took: number): number {
  return Math.min(longestPause, Math.random() * took * 2 ** (round - 1));
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
  // Before the command is recorded with any order: of one that is in another payment it would be recorded that it changes nothing.
  const others = present.filter((payment) => payment !== same);
  // Before any is withdrawn: the order can be paid as it was chosen last.
  if (!same) refuseOverMany(wanted);
  if (others.length > 0) {
    for (const other of others) await withdraw(wiring, other, context);
    return undefined;
  }
  const paymentId = same?.paymentId ?? newPaymentId(wanted);
  if (!same && first.paymentId === undefined) await open(wiring.commands, paymentId, wanted, context);
  for (const order of wanted) {
    if ((await bringInto(wiring.orders, order, paymentId, context)) !== paymentId) return undefined;
  }
  return secretOf(wiring, paymentId, { context, isRepeat: false });
}

/**
 * The secret that the same command was answered with before, if it came so far, of orders that are in another payment by now.
 * @throws KeyUsedBefore
 */
async function answeredBefore(
  wiring: Wiring,
  wanted: readonly PayableOrder[],
  context: CommandContext,
): Promise<ClientSecret | undefined> {
  const before = await Promise.all(wanted.map(({ bookingId }) => wiring.orders.openedBefore(bookingId, context)));
  const paymentId = before[0]?.paymentId;
  // Not where the first call was broken off between two orders, or had found one in another payment: it has had no answer.
  if (paymentId === undefined || before.some((one) => one?.paymentId !== paymentId)) return undefined;
  const state = await wiring.commands.load(payment, paymentId);
  if (state.status === 'none' || !isOver(state, wanted) || paymentId === wanted[0]?.paymentId) return undefined;
  return secretOf(wiring, paymentId, { context, isRepeat: true });
}

/** @throws Conflict for an order that has been in as many payments as one may, the present one included */
function refuseOverMany(wanted: readonly PayableOrder[]): void {
  const isOver = ({ formerPayments, paymentId }: PayableOrder) =>
    formerPayments + (paymentId === undefined ? 0 : 1) >= mostPayments;
  if (!wanted.some(isOver)) return;
  const which = wanted.length === 1 ? 'This order' : 'One of these orders';
  throw new Conflict(
    `${which} has been in ${mostPayments} payments, which is the most. Please pay it as it was chosen last, or order again.`,
  );
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

/**
 * Brings an order into a payment, unless it is in another one or has left one meanwhile. By the caller's own command, and where that has done so before, and
 * the order has left that payment since, by one that is made of it.
 * @returns the payment that it is in then, if any
 */
async function bringInto(
  orders: Orders,
  order: PayableOrder,
  paymentId: string,
  context: CommandContext,
): Promise<string | undefined> {
  const { bookingId, formerPayments } = order;
  const into = { bookingId, formerPayments, paymentId };
  const first = await orders.openPayment(into, context);
  if (!first.repeated || first.paymentId === paymentId) return first.paymentId;
  const step = { ...context, commandId: derivedId(context.commandId, paymentId) };
  return (await orders.openPayment(into, step)).paymentId;
}

const shareOf = ({ bookingId, uid, price }: PayableOrder) => ({ bookingId, uid, amount: price });

/**
 * Cancels a payment over another set of orders, and frees its orders. One of them that cannot be read keeps no other in it: it hears of
 * it with all of them, as soon as it can be (reactors/tell-orders.ts).
 */
async function withdraw({ withdrawals, orders }: Wiring, other: OpenedPayment, context: CommandContext): Promise<void> {
  const { paymentId } = other;
  const became = await withdrawals.withdraw({ paymentId, again: true }, context);
  if (became === 'succeeded') throw new PaidAlready();
  if (became !== 'canceled') throw new PaymentOnItsWay();
  for (const { bookingId } of other.orders) {
    const own = ownCommand(context, 'close-booking-payment', paymentId);
    await new Bulkhead().hold(orders.closePayment({ bookingId, paymentId }, own));
  }
}

/** The provider has money of the order on its way: paying it again could charge it twice. */
export class PaymentOnItsWay extends Conflict {
  override name = 'PaymentOnItsWay';
  constructor() {
    super('The payment of this order is being processed. Please try again later.');
  }
}
