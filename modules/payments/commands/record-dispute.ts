import type { Share } from '../../booking/money/contract.ts';
import { sameMoney } from '../../kernel/values/money.ts';
import type { DisputeChanged } from '../events.ts';
import type { ProviderDispute } from '../gateway.ts';
import { type Payment, undisputedOf } from '../payment.ts';
import { sharesInTurn } from '../shares.ts';

export type RecordDispute = {
  type: 'RecordDispute';
  paymentId: string;
  report: ProviderDispute;
  /** How many changes of it were known when the provider was asked: whoever knows fewer asks again. */
  known: number;
};

/**
 * Records where a dispute stands at the provider, unless somebody has recorded another answer meanwhile. Of an appeal also that
 * the dispute was lost, where nobody has heard of that: its money is gone until the appeal is won.
 */
export function recordDispute({ paymentId, report, known }: RecordDispute, payment: Payment): DisputeChanged[] {
  if (payment.status === 'none') return [];
  const { disputeId, intentId, currency, state, at: openedAt } = report;
  const amount = { amount: report.amount, currency };
  const before = payment.disputes.get(disputeId);
  if ((before?.changes ?? 0) !== known) return [];
  const isLossUnheard = report.isAppeal === true && !before?.isLost;
  if (before && before.state === state && sameMoney(before.amount, amount) && !isLossUnheard) return [];
  const isLost = state === 'lost' || (state === 'open' && (isLossUnheard || before?.isLost === true));
  const paid = payment.received.find((arrived) => arrived.intentId === intentId)?.orders ?? payment.orders;
  const isOfSameCurrency = paid.every((share) => share.amount.currency === currency);
  const undisputed = undisputedOf(payment, { intentId, disputeId, isLost });
  const orders = isOfSameCurrency ? sharesInTurn(amount, undisputed, paid) : allOf(undisputed, paid);
  const stood = { before: before?.state ?? 'none', amountBefore: before?.amount ?? { amount: 0, currency } } as const;
  const data = { paymentId, intentId, disputeId, amount, state, ...stood, openedAt, orders };
  if (!isLossUnheard) return [{ type: 'DisputeChanged', data }];
  return [
    { type: 'DisputeChanged', data: { ...data, state: 'lost' } },
    { type: 'DisputeChanged', data: { ...data, before: 'lost', amountBefore: amount } },
  ];
}

/**
 * Whose money a dispute in another currency is about: how much of it, nobody knows (https://docs.stripe.com/api/disputes/object says of
 * no dispute that it is in the currency of its payment), so that it may be all that is left.
 */
function allOf(undisputed: readonly Share[], paid: readonly Share[]): readonly Share[] {
  const some = undisputed.filter(({ amount }) => amount.amount > 0);
  return some.length > 0 ? some : paid;
}
