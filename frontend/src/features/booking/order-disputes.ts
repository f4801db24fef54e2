import type { HistoryEntry } from '../../../../modules/audit/contract.ts';
import type { Money } from '../../../../modules/kernel/money.ts';

/** Money of an order that a bank wants back, or wanted. */
export type Dispute = {
  readonly id: string;
  readonly state: 'open' | 'won' | 'lost';
  /** The order's share of it. */
  readonly amount: Money;
  readonly openedAt: string;
};

type DisputeData = {
  readonly disputeId: string;
  readonly state: Dispute['state'];
  readonly openedAt: string;
  readonly orders: readonly { readonly bookingId: string; readonly amount: Money }[];
};

/** The disputes about an order, each as it stands now, by what happened to its payments, newest first. */
export function disputesOf(bookingId: string, entries: readonly HistoryEntry[]): Dispute[] {
  const disputes = new Map<string, Dispute>();
  for (const { type, event } of entries) {
    if (type !== 'DisputeChanged' || !event) continue;
    const { disputeId: id, state, openedAt, orders } = event.data as DisputeData;
    const share = orders.find((order) => order.bookingId === bookingId);
    if (share && !disputes.has(id)) disputes.set(id, { id, state, openedAt, amount: share.amount });
  }
  return [...disputes.values()];
}
