import type { Share } from '../../booking/money/contract.ts';
import { Unavailable } from '../../kernel/errors.ts';
import type { Money } from '../../kernel/values/money.ts';
import type { RefundChanged, RefundState } from '../events.ts';
import type { ProviderRefund } from '../gateway.ts';
import { leftAtProvider, leftOf, type OpenedPayment, type Payment, type Refund } from '../payment.ts';
import { sharesInTurn } from '../shares.ts';

export type RecordRefund = {
  type: 'RecordRefund';
  paymentId: string;
  report: ProviderRefund;
  /** The provider was asked after this report where the refunds of the shop stand, and they are recorded. Else left out. */
  isAsked?: true;
};

/**
 * A refund of the dashboard's is of more than is left, so that one of the shop's that counts as gone has not gone: which of
 * its orders have something left can be said once the provider was asked after all of those.
 */
export class OursComeFirst extends Unavailable {
  override name = 'OursComeFirst';
  constructor() {
    super('It is not known yet what became of other refunds of this payment.');
  }
}

/** Where a refund may go from where: only forward. One that had succeeded may fail, weeks later. */
const ranks = { attempted: -1, pending: 0, succeeded: 1, failed: 2, canceled: 2 } as const;

type Known = readonly [refundId: string, refund: Refund];

/**
 * Records where a refund stands at the provider, which was asked: once for each step forward, in whatever order the
 * answers come. A refund that nobody here asked for was made in the provider's own dashboard, and is of the orders that
 * have something left. The provider gives back no more than it has, so no order gets more than it paid.
 * @throws OursComeFirst while it is not known which orders those are.
 */
export function recordRefund({ paymentId, report, isAsked }: RecordRefund, payment: Payment): RefundChanged[] {
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
  // Also one that has failed by now: whoever has asked before that, and is slower, would record that it went well.
  const money = { amount: report.amount, currency: report.currency };
  const isMore = money.amount > totalOf(leftAtProvider(payment, intentId));
  if (isMore && isLive(state) && !(isAsked && areAnswered(payment, intentId))) throw new OursComeFirst();
  return sharesOfRefund(payment, intentId, money).map((share) =>
    changed({ refundId: `${providerRefundId}:${share.bookingId}`, ...share, before: 'none' }),
  );
}

/**
 * Whose a refund of the dashboard's is: of the orders that have something left, and only what they have not, of those whose money
 * was given back in another way, which the provider has still. Whoever gives that back has given it twice.
 */
function sharesOfRefund(payment: OpenedPayment, intentId: string, money: Money): readonly Share[] {
  return sharesInTurn(money, leftOf(payment, intentId), leftAtProvider(payment, intentId));
}

const totalOf = (shares: readonly Share[]) => shares.reduce((sum, { amount }) => sum + amount.amount, 0);

const isLive = (state: RefundState) => state === 'pending' || state === 'succeeded';

/** Whether the provider has said something of each refund of the intent. */
function areAnswered({ refunds }: OpenedPayment, intentId: string): boolean {
  return [...refunds.values()].every((refund) => refund.intentId !== intentId || refund.state !== 'attempted');
}

/** Whether this refund of the provider's is one that the payment knows. */
export function isKnown(payment: OpenedPayment, report: ProviderRefund): boolean {
  return knownAs(payment, report).length > 0;
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
