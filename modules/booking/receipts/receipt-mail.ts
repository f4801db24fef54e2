import type { Commands } from '../../kernel/commands.ts';
import { Unavailable } from '../../kernel/errors.ts';
import type { MailDefinition } from '../../kernel/mails.ts';
import { inDigits } from '../../kernel/values/in-words.ts';
import { formatMoney, type Money } from '../../kernel/values/money.ts';
import { orderNumber } from '../../kernel/values/order-number.ts';
import { pages } from '../../kernel/wire/page-addresses.ts';
import { type Booking, booking } from '../booking.ts';

/** Whoever orders much in an hour has paid for each of it; from then on the list of orders says it. */
export const perHour = 50;
export const seeOrders = { label: 'See my orders', path: pages.myOrders };

type Line = { readonly bookingId: string; readonly toolName: string; readonly quantity: number; readonly paid: Money };

/**
 * The receipt of one payment: of this order where it was paid alone, and else one for all orders that it paid, because of
 * the last of them that heard of it. Which of the others are paid is decided by then, so it is the same whenever it is asked.
 * @param of all orders of the payment on the last of them, none of them on the others; undefined where it was paid alone,
 * and in logs of before there was one receipt of several
 * @throws Unavailable while one of them, which could not be read, has yet to hear that it is paid
 */
export async function receiptOf(
  commands: Pick<Commands, 'load'>,
  { bookingId, uid, ...payment }: { bookingId: string; uid: string; paymentId?: string },
  of: readonly string[] | undefined,
): Promise<MailDefinition | undefined> {
  const lines: Line[] = [];
  for (const id of of ?? [bookingId]) {
    const state = await commands.load(booking, id);
    if (state.status === 'unpaid' && state.paymentId === payment.paymentId) {
      throw new Unavailable(`Order ${id} has yet to hear that it is paid.`);
    }
    if ('payment' in state && (of === undefined || isPaidTogether(state, payment.paymentId))) {
      const { toolName, quantity } = state.order;
      lines.push({ bookingId: id, toolName, quantity, paid: state.payment.amount });
    }
  }
  const [first] = lines;
  if (!first) return undefined;
  const total = { ...first.paid, amount: lines.reduce((sum, { paid }) => sum + paid.amount, 0) };
  return {
    to: { uid },
    kind: 'receipt',
    ...(total.amount === 0 && { countsWith: 'unpaid-orders' }),
    ...(lines.length === 1 ? ofOne(first) : ofAll(lines, total)),
    action: seeOrders,
    perHour,
  };
}

/** Of those that were told by a release before, each had a receipt of its own. */
function isPaidTogether({ payment }: Extract<Booking, { payment: unknown }>, paymentId: string | undefined): boolean {
  return 'paymentId' in payment && payment.paymentId === paymentId && payment.receiptOf !== undefined;
}

function ofOne({ bookingId, toolName, quantity, paid }: Line) {
  return {
    subject: `Your receipt: ${inDigits(quantity)} x ${toolName}`,
    paragraphs: ['Thank you for your order. This is your receipt.'],
    facts: [
      ['Order', orderNumber(bookingId)],
      ['Tool', toolName],
      ['Pieces', inDigits(quantity)],
      ['Paid', formatMoney(paid)],
    ],
  } as const;
}

function ofAll(lines: readonly Line[], total: Money) {
  return {
    subject: `Your receipt: ${lines.length} orders, ${formatMoney(total)}`,
    paragraphs: ['Thank you for your orders, which you paid together. This is your receipt.'],
    facts: [
      ...lines.map(
        ({ bookingId, toolName, quantity, paid }) =>
          [`Order ${orderNumber(bookingId)}`, `${inDigits(quantity)} x ${toolName}, ${formatMoney(paid)}`] as const,
      ),
      ['Paid', formatMoney(total)] as const,
    ],
  };
}
