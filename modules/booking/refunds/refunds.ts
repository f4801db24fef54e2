import type { DomainEvent } from '../../kernel/event.ts';
import { erased } from '../../kernel/values/erased.ts';
import type { Money } from '../../kernel/values/money.ts';
import type {
  BookingRefundBegun,
  BookingRefunded,
  BookingRefundFailed,
  RefundRequested,
  RefundSettled,
  SettledHow,
} from '../money/contract.ts';

/** Money of an order that is to go back, went back, or did not. */
export type Refund = {
  readonly paymentId: string;
  readonly amount: Money;
  /** Pieces that went back to the shelf with it, whatever became of the money. */
  readonly restock: number;
  readonly reason: string;
  /** It is money that fitted no order. */
  readonly unmatched: boolean;
  /** Such money, all that had come; what the provider's own dashboard gave back of it is another refund. Else left out. */
  readonly isAllThatCame?: true;
  /** Where it stands at the provider; `requested`: it is on its way, whoever asked for it. */
  readonly state: 'requested' | 'refunded' | 'failed';
  /** What an admin did about it once it had failed, if anything. */
  readonly settled?: SettledHow;
  /** Of how much of it, in minor units: of money that fitted no order others may have given some back by then. */
  readonly settledAmount?: number;
};

/** All refunds of an order, by their ids. */
export type Refunds = ReadonlyMap<string, Refund>;

export const noRefunds: Refunds = new Map();

type RefundEvent = RefundRequested | BookingRefundBegun | BookingRefunded | BookingRefundFailed | RefundSettled;

const refundEvents: ReadonlySet<string> = new Set<RefundEvent['type']>([
  'RefundRequested',
  'BookingRefundBegun',
  'BookingRefunded',
  'BookingRefundFailed',
  'RefundSettled',
]);

export function isRefundEvent(event: DomainEvent): event is RefundEvent {
  return refundEvents.has(event.type);
}

/** The refunds after this event. Of those that the provider's own dashboard began nobody here has said why. */
export function withRefund(refunds: Refunds, event: RefundEvent): Refunds {
  const { refundId, paymentId, amount, unmatched = false } = event.data;
  const before = refunds.get(refundId) ?? {
    paymentId,
    amount,
    restock: 0,
    reason: '',
    unmatched,
    state: 'requested' as const,
  };
  const after = new Map(refunds);
  switch (event.type) {
    case 'RefundRequested': {
      const { reason, restock, again } = event.data;
      const came = unmatched && !again ? ({ isAllThatCame: true } as const) : {};
      return after.set(refundId, { ...before, ...came, reason, restock: before.restock + restock, state: 'requested' });
    }
    case 'BookingRefundBegun':
      return after.set(refundId, { ...before, state: 'requested' });
    case 'BookingRefunded':
      // What went back in another way says nothing of where it stands at the provider.
      return event.data.elsewhere ? refunds : after.set(refundId, { ...before, state: 'refunded' });
    case 'BookingRefundFailed':
      return after.set(refundId, { ...before, state: 'failed' });
    case 'RefundSettled':
      return after.set(refundId, { ...before, settled: event.data.how, settledAmount: amount.amount });
  }
}

/** The same refunds of somebody who was forgotten, with whom their reasons go. */
export function withoutReasons(refunds: Refunds): Refunds {
  return new Map([...refunds].map(([id, refund]) => [id, { ...refund, reason: erased }]));
}

/** How much of what was paid for the order went back, in minor units. */
export function returnedOf(refunds: Refunds): number {
  return sum(refunds, (refund) => refund.state === 'refunded');
}

/** How much of what was paid for the order went back or is on its way, in minor units. */
function promisedOf(refunds: Refunds): number {
  return sum(refunds, (refund) => refund.state !== 'failed');
}

/** How much of what was paid for the order can still go back, in minor units: a bank may have taken some of it for good. */
export function leftToGiveBack({
  payment,
  refunds,
  loss,
}: {
  readonly payment: { readonly amount: Money };
  readonly refunds: Refunds;
  readonly loss: { readonly amount: number };
}): number {
  return payment.amount.amount - promisedOf(refunds) - loss.amount;
}

/** How much of a payment's money that fitted no order is the shop's to give back still, in minor units. */
export function leftOfUnmatched(refunds: Refunds, paymentId: string): number {
  let left = 0;
  for (const refund of refunds.values()) {
    if (!refund.unmatched || refund.paymentId !== paymentId) continue;
    const atProvider = Number(refund.isAllThatCame === true) - Number(refund.state !== 'failed');
    left += atProvider * refund.amount.amount - (refund.settledAmount ?? 0);
  }
  return left;
}

/** How many pieces of the order went back to the shelf. */
export function restockedOf(refunds: Refunds): number {
  return [...refunds.values()].reduce((pieces, { restock }) => pieces + restock, 0);
}

/** Of the order's own money: what counts at the provider, and what was given back in another way; a refund may be both. */
function sum(refunds: Refunds, counts: (refund: Refund) => boolean): number {
  let total = 0;
  for (const refund of refunds.values()) {
    if (refund.unmatched) continue;
    const times = Number(counts(refund)) + Number(refund.settled === 'elsewhere');
    total += times * refund.amount.amount;
  }
  return total;
}
