import type { Orders, Share } from '../../booking/money/contract.ts';
import { becauseOf, type CommandContext, type Commands } from '../../kernel/commands.ts';
import { Bulkhead } from '../../kernel/concurrency/bulkhead.ts';
import { derivedId } from '../../kernel/encoding/derived.ts';
import { type Reactor, reactor } from '../../kernel/reactor.ts';
import { sameMoney } from '../../kernel/values/money.ts';
import type {
  DisputeChanged,
  PaymentCanceled,
  PaymentSucceeded,
  RefundChanged,
  RefundGivenElsewhere,
} from '../events.ts';
import { ownCommand } from '../own-command.ts';
import { isOfMore, lossesOf, type OpenedPayment, payment } from '../payment.ts';

/** The orders of a payment hear what became of it: money that arrived pays them, and one that is over sets them free. */
export function tellOrders({ commands, orders }: { commands: Commands; orders: Orders }): Reactor {
  return reactor<PaymentSucceeded | PaymentCanceled | RefundChanged | RefundGivenElsewhere | DisputeChanged>({
    name: 'tell-orders',
    awaited: true,
    on: {
      async PaymentSucceeded(event) {
        const { paymentId, intentId, amount, expected } = event.data;
        const fits = sameMoney(amount, expected);
        const context = becauseOf(event, 'tell-orders');
        if (fits) return pay(event.data, context);
        // First: what fails while nobody waits for it would end the process.
        const freed = await free(event.data, context);
        const arrived = { paymentId, intentId, fits };
        return last([...freed, ...event.data.orders.map((share) => orders.pay({ share, ...arrived }, context))]);
      },
      async PaymentCanceled(event) {
        const { paymentId } = event.data;
        const context = becauseOf(event, 'tell-orders');
        return last(event.data.orders.map(({ bookingId }) => orders.closePayment({ bookingId, paymentId }, context)));
      },
      async RefundChanged(event) {
        const context = becauseOf(event, 'tell-orders');
        // One after the other: both are told to the same order. Others of the payment hear of their losses where that one cannot be read.
        const bulkhead = new Bulkhead();
        const ofRefund = await bulkhead.hold(tellOfRefund(event.data, context));
        const ofLosses = await bulkhead.hold(tellOfLossesNow(event.data, context));
        bulkhead.end();
        return later(ofRefund, ofLosses);
      },
      RefundGivenElsewhere: (event) => tellOfLossesNow(event.data, becauseOf(event, 'tell-orders')),
      DisputeChanged: (event) => tellOfLossesNow(event.data, becauseOf(event, 'tell-orders')),
    },
  });

  async function tellOfLossesNow({ paymentId }: { paymentId: string }, context: CommandContext) {
    const state = await commands.load(payment, paymentId);
    return state.status === 'none' ? undefined : tellOfLosses(state, context);
  }

  /**
   * The last order hears of it once it is decided which of the others are paid: then their one receipt can be written. Also where one of
   * them cannot be read, whose turn comes later: its receipt waits for that (booking/receipts/receipt-mail.ts).
   */
  async function pay(
    { paymentId, intentId, orders: shares }: PaymentSucceeded['data'],
    context: CommandContext,
  ): Promise<bigint | undefined> {
    const arrived = { paymentId, intentId, fits: true };
    const paid = (share: Share, receiptOf?: readonly string[]) =>
      orders.pay({ share, ...arrived, ...(shares.length > 1 && { receiptOf: receiptOf ?? [] }) }, context);
    const final = shares.at(-1);
    if (!final) return undefined;
    const bulkhead = new Bulkhead();
    const others = await bulkhead.hold(last(shares.slice(0, -1).map((share) => paid(share))));
    const position = await paid(
      final,
      shares.map(({ bookingId }) => bookingId),
    );
    bulkhead.end();
    return later(others, position);
  }

  /** Orders that nothing was left for of what arrived are in this payment no more. */
  async function free(
    { paymentId, orders: paid }: PaymentSucceeded['data'],
    context: CommandContext,
  ): Promise<Promise<bigint>[]> {
    const state = await commands.load(payment, paymentId);
    const all = state.status === 'none' ? [] : state.orders;
    const ids = new Set(paid.map(({ bookingId }) => bookingId));
    return all
      .filter(({ bookingId }) => !ids.has(bookingId))
      .map(({ bookingId }) => orders.closePayment({ bookingId, paymentId }, context));
  }

  /**
   * Events of one refund may be reacted to side by side: what is told is where it stands now, and each of that once. Without this, who
   * hears late that it had failed would say so of one that is tried again by now, and somebody could give it back in another way.
   */
  async function tellOfRefund(
    which: Pick<RefundChanged['data'], 'paymentId' | 'refundId' | 'bookingId'>,
    context: CommandContext,
    told?: number,
  ): Promise<bigint | undefined> {
    const { paymentId, refundId } = which;
    // Before the payment: where the order has heard of something newer by the time that it is told, it is looked again.
    const stood = await orders.refundStands(which);
    const state = await commands.load(payment, paymentId);
    const refund = state.status === 'none' ? undefined : state.refunds.get(refundId);
    if (state.status === 'none' || !refund || refund.state === 'attempted' || refund.changes === told) return undefined;
    const became = refund.state === 'canceled' ? 'failed' : refund.state;
    const once = ownCommand(context, 'tell-refund', paymentId, refundId, `${refund.changes}`);
    const more = isOfMore(state, refund) ? ({ isOfMore: true } as const) : {};
    const after = refund.isAfterAll ? ({ isAfterAll: true } as const) : {};
    const outcome = { refundId, paymentId, share: refund.share, state: became, ...more, ...after, stood } as const;
    const position = await orders.recordRefund(outcome, once);
    // It may have failed for good, and others have said so to an order that knew only that it had failed.
    return refund.isAfterAll ? later(position, await tellOfRefund(which, context, refund.changes)) : position;
  }

  /**
   * Whose money is lost depends on what went back, too: so all orders are told anew, when either has changed, from the first loss on,
   * also those that have none. Before it there is nothing that could come late.
   */
  async function tellOfLosses(state: OpenedPayment, { commandId, ...context }: CommandContext) {
    if (![...state.disputes.values()].some(({ wasLost }) => wasLost)) return undefined;
    const { paymentId, changes: change } = state;
    const own = { ...context, commandId: derivedId('loss', commandId) };
    return last(lossesOf(state).map((share) => orders.recordLoss({ paymentId, share, change }, own)));
  }
}

/** The last position of several appends. */
async function last(appends: readonly Promise<bigint>[]): Promise<bigint | undefined> {
  const positions = await Promise.all(appends);
  return positions.reduce<bigint | undefined>(later, undefined);
}

function later(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}
