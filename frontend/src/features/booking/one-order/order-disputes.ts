import type { HistoryEntry } from '../../../../../modules/audit/contract.ts';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { decimalOf, type Money } from '../../../../../modules/kernel/values/money.ts';
import { leftOf, sumOf } from '../../../lib/formatting/money.ts';

/** Money of an order that a bank wants back, or wanted and got. One that is won is over, and none that an admin must know of. */
export type Dispute = {
  readonly id: string;
  /** `appealed`: it was lost, and the bank looks at it once more. */
  readonly state: 'open' | 'lost' | 'appealed';
  /** The order's share of it; all of it where the bank says it in another currency, of which nobody knows how much of the order that is. */
  readonly amount: Money;
  readonly openedAt: string;
  /** It is about money that came once more, after the order was paid. */
  readonly isOfMore: boolean;
};

type DisputeData = {
  readonly disputeId: string;
  readonly state: 'open' | 'won' | 'lost';
  readonly before: 'none' | 'open' | 'won' | 'lost';
  readonly openedAt: string;
  readonly intentId: string;
  readonly amount: Money;
  readonly orders: readonly { readonly bookingId: string; readonly amount: Money }[];
};

/** Of `BookingLossChanged`. */
type Lost = { readonly bookingId: string; readonly amount: Money; readonly change: number };

export const wordsOfDispute: Record<Dispute['state'], string> = {
  open: 'Disputed by a bank',
  lost: 'Lost to a bank',
  appealed: 'Lost to a bank, and appealed',
};

/**
 * Each dispute as it stands now, by what was told of them, newest first. Of an appeal only what opened it says that the dispute was
 * lost, and more may have been told of it since.
 */
function newestOf(entries: readonly HistoryEntry[]): (DisputeData & { readonly isAppealed: boolean })[] {
  const disputes = new Map<string, { readonly newest: DisputeData; readonly opened: DisputeData }>();
  for (const { type, event } of entries) {
    if (type !== 'DisputeChanged' || !event) continue;
    const dispute = event.data as DisputeData;
    const known = disputes.get(dispute.disputeId);
    if (!known) disputes.set(dispute.disputeId, { newest: dispute, opened: dispute });
    else if (isStillOpen(known.opened)) disputes.set(dispute.disputeId, { ...known, opened: dispute });
  }
  return [...disputes.values()].map(({ newest, opened }) => ({
    ...newest,
    isAppealed: newest.state === 'open' && opened.before === 'lost',
  }));
}

const isStillOpen = ({ state, before }: DisputeData) => state === 'open' && before === 'open';

/** The disputes about each order that has some, by what happened to payments, newest first. */
export function disputesByOrder(entries: readonly HistoryEntry[]): ReadonlyMap<string, readonly Dispute[]> {
  const more = intentsOfMore(entries);
  const byOrder = new Map<string, Dispute[]>();
  for (const { disputeId: id, isAppealed, intentId, openedAt, ...dispute } of newestOf(entries)) {
    const state = isAppealed ? 'appealed' : dispute.state;
    if (state === 'won') continue;
    for (const { bookingId, amount: share } of dispute.orders) {
      const amount = share.currency === dispute.amount.currency ? share : dispute.amount;
      const others = byOrder.get(bookingId) ?? [];
      byOrder.set(bookingId, [...others, { id, state, openedAt, amount, isOfMore: more.has(intentId) }]);
    }
  }
  return byOrder;
}

/** With which intents money came after the payment had brought what it was to bring. */
function intentsOfMore(entries: readonly HistoryEntry[]): ReadonlySet<unknown> {
  const arrived = entries.flatMap(({ type, event }) => (type === 'PaymentSucceeded' && event ? [event.data] : []));
  const more = arrived.filter(({ expected }) => (expected as Money | undefined)?.amount === 0);
  return new Set(more.map(({ intentId }) => intentId));
}

/** What of its money each order was told to be lost, appealed or not. */
export function lossesOf(entries: readonly HistoryEntry[]): ReadonlyMap<string, Money> {
  const newest = new Map<string, Lost>();
  for (const { type, event } of entries) {
    if (type !== 'BookingLossChanged' || !event) continue;
    const told = event.data as Lost;
    // Of two, the one that knows of more changes holds, whichever was told first.
    if (told.change > (newest.get(told.bookingId)?.change ?? -1)) newest.set(told.bookingId, told);
  }
  return new Map([...newest].map(([id, { amount }]) => [id, amount]));
}

/** The same by the disputes alone: the orders' shares of those that are lost. */
export function sharesLost(entries: readonly HistoryEntry[]): ReadonlyMap<string, Money> {
  const lost = new Map<string, Money>();
  for (const { state, isAppealed, orders } of newestOf(entries)) {
    if (state !== 'lost' && !isAppealed) continue;
    for (const { bookingId, amount } of orders) {
      lost.set(bookingId, { ...amount, amount: amount.amount + (lost.get(bookingId)?.amount ?? 0) });
    }
  }
  return lost;
}

/** Whether the shop has no money of an order any more: what did not go back is lost. Then it sends nothing of it, and refuses to. */
export function isAllLost({ price, refunded }: Booking, lost: Money | undefined): boolean {
  if (!lost || lost.amount === 0) return false;
  return leftOf(price, sumOf([refunded, decimalOf(lost)], lost.currency), lost.currency) === 0;
}
