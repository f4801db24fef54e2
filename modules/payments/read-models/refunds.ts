import type { RefundSettled } from '../../booking/money/contract.ts';
import { projection } from '../../kernel/projection.ts';
import { decimalOf } from '../../kernel/values/money.ts';
import type { FailedRefund } from '../contract.ts';
import type { FormerRefundState, RefundAttempted, RefundChanged } from '../events.ts';

/** A refund, and why it failed if it did. */
export type RefundDocument = FailedRefund & { readonly isFailed: boolean };

const idOf = ({ data }: { data: { refundId: string } }) => data.refundId;

/** Every refund, by its id; listed is money that should have gone back and did not, until it is begun anew or seen to otherwise. */
export const refunds = projection<RefundDocument, RefundAttempted | RefundChanged | RefundSettled>({
  name: 'refunds',
  version: 2,
  internal: ['isFailed'],
  indexes: { failed: ({ _id, at, isFailed }) => (isFailed ? { key: '', sort: `${at} ${_id}` } : undefined) },
  on: {
    RefundAttempted: {
      id: idOf,
      evolve: (_, { data: { refundId, bookingId, amount }, meta }) => ({
        _id: refundId,
        bookingId,
        amount: decimalOf(amount),
        because: '',
        wasRefunded: false,
        at: meta.time,
        isFailed: false,
      }),
    },
    RefundChanged: {
      id: idOf,
      evolve: (_, { data: { refundId, bookingId, amount, state, because = state, before, ...data }, meta }) => ({
        _id: refundId,
        bookingId,
        amount: decimalOf(amount),
        because,
        wasRefunded: before === 'succeeded',
        at: meta.time,
        isFailed: (state === 'failed' || state === 'canceled') && isOwed(before, data.providerRefundId),
      }),
    },
    RefundSettled: { id: idOf, evolve: (refund) => refund && { ...refund, isFailed: false } },
  },
});

/** What the provider's dashboard made, and had failed before anybody here knew of it, was owed by nobody here. */
function isOwed(before: FormerRefundState, providerRefundId: string | undefined): boolean {
  return before !== 'none' || providerRefundId === undefined;
}
