import type { Orders, PayableOrder } from '../booking/contract.ts';
import type { CommandContext, Commands } from '../kernel/commands.ts';
import { Conflict, Forbidden, NotFound } from '../kernel/errors.ts';
import { decimalOf, formatMoney, type Money } from '../kernel/money.ts';
import type { Caller } from '../kernel/route.ts';
import { requestPayment } from './commands/request-payment.ts';
import type { PaymentGateway } from './gateway.ts';
import { payment } from './payment.ts';
import { settle } from './settle.ts';

type Wiring = { commands: Commands; orders: Orders; gateway: PaymentGateway };

/** The order that is to be paid: the one that was named, or the caller's oldest unpaid one of that price. */
export async function payableOrder(
  { orders }: Pick<Wiring, 'orders'>,
  caller: Caller,
  { bookingId, price }: { bookingId: string | undefined; price: Money },
): Promise<PayableOrder> {
  const order = bookingId === undefined ? await orders.oldestUnpaid(caller.uid, price) : await orders.find(bookingId);
  if (!order || (order.uid !== caller.uid && caller.role !== 'admin')) throw new NotFound('There is no such order.');
  if (order.uid !== caller.uid) throw new Forbidden('Only who ordered can pay.');
  if (order.status !== 'unpaid') throw new Conflict('This order is paid already.');
  if (order.price.amount !== price.amount) {
    throw new Conflict(`The price of this order is ${decimalOf(order.price)} (${formatMoney(order.price)}).`);
  }
  return order;
}

/**
 * The client secret of the order's one PaymentIntent. The intent is made at the first call, under a key of the order's
 * own, so that calls at the same time meet the same intent; a new one only when the provider has cancelled the last.
 */
export async function clientSecretOf(
  { commands, gateway }: Wiring,
  { bookingId, price }: PayableOrder,
  context: CommandContext,
): Promise<{ clientSecret: string; position: bigint }> {
  const request = async (attempt: number, intentId: string) => {
    const command = { type: 'RequestPayment', bookingId, intentId, attempt, amount: price } as const;
    return commands.execute(payment, bookingId, context, command, requestPayment);
  };
  const before = await commands.load(payment, bookingId);
  if (before.status !== 'none') {
    const intent = await gateway.intent(before.intentId);
    if (intent.status === 'succeeded') {
      await settle(commands, {
        bookingId,
        intentId: intent.intentId,
        amount: { ...price, amount: intent.amountReceived },
      });
      throw new Conflict('This order is paid already.');
    }
    if (intent.status !== 'canceled') {
      const { position } = await request(before.attempts, intent.intentId);
      return { clientSecret: intent.clientSecret, position };
    }
  }
  const attempt = before.attempts + 1;
  const { intentId, clientSecret } = await gateway.createIntent({ paymentId: bookingId, attempt, ...price });
  const { position } = await request(attempt, intentId);
  return { clientSecret, position };
}
