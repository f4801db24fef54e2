import type { RefundChanged, RefundState } from '../events.ts';
import type { ProviderRefund } from '../gateway.ts';
import { leftOf, type OpenedPayment, type Payment, type Refund } from '../payment.ts';
import { sharesOf } from '../shares.ts';

export type RecordRefund = { type: 'RecordRefund'; paymentId: string; report: ProviderRefund };

/** Where a refund may go from where: only forward. One that had succeeded may fail, weeks later. */
const ranks = { attempted: -1, pending: 0, succeeded: 1, failed: 2, canceled: 2 } as const;

type Known = readonly [refundId: string, refund: Refund];

/**
 * Records where a refund stands at the provider, which was asked: once for each step forward, in whatever order the
 * answers come. A refund that nobody here asked for was made in the provider's own dashboard, and is of the orders that
 * have something left.
 */
export function recordRefund({ paymentId, report }: RecordRefund, payment: Payment): RefundChanged[] {
  if (payment.status === 'none') return [];
  const { intentId, providerRefundId, state, failureReason, at: madeAt } = report;
  const changed = (
    data: Pick<RefundChanged['data'], 'refundId' | 'before' | 'bookingId' | 'uid' | 'amount'>,
  ): RefundChanged => ({
    type: 'RefundChanged',
    data: {
      paymentId,
      intentId,
      providerRefundId,
      state,
      madeAt,
      ...data,
      ...(failureReason && { because: failureReason }),
    },
  });
  if ([...payment.refunds.values()].some(({ former }) => former.includes(providerRefundId))) return [];
  const known = knownAs(payment, report);
  if (known.length > 0) {
    return known
      .filter(([, refund]) => isForward(refund, state))
      .map(([refundId, { share, state: before }]) => changed({ refundId, ...share, before }));
  }
  // Also one that has failed by now: who has asked before that, and is slower, would record that it went well.
  const money = { amount: report.amount, currency: report.currency };
  return sharesOf(money, leftOf(payment, intentId)).map((share) =>
    changed({ refundId: `${providerRefundId}:${share.bookingId}`, ...share, before: 'none' }),
  );
}

/** The refunds of ours that this one of the provider's is: one, or for one of its dashboard as many as it has orders. */
function knownAs({ refunds }: OpenedPayment, { providerRefundId, refundId }: ProviderRefund): readonly Known[] {
  const same = [...refunds].filter(([, refund]) => refund.providerRefundId === providerRefundId);
  if (same.length > 0 || refundId === undefined) return same;
  const asked = refunds.get(refundId);
  return asked && asked.providerRefundId === undefined ? [[refundId, asked]] : [];
}

function isForward(refund: Refund, state: RefundState): boolean {
  // The provider had refused it, and made it all the same.
  if (refund.providerRefundId === undefined) return true;
  return ranks[state] > ranks[refund.state];
}
