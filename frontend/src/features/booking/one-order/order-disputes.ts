import type { HistoryEntry } from '../../../../../modules/audit/contract.ts';
import type { Booking } from '../../../../../modules/booking/contract.ts';
import { decimalOf, type Money } from '../../../../../modules/kernel/values/money.ts';
import { leftOf, sumOf } from '../../../lib/formatting/money.ts';

/** Money of an order that a bank wants back, or wanted and got. One that is won is over, and none that an admin must know of. */
export type Dispute = {
  readonly id: string;
  /** `appealed`: it was lost, and the bank looks at it once more. */
  readonly state: 'open' | 'lost' | 'appealed';
  /** The order's share of it. */
  readonly amount: Money;
  readonly openedAt: string;
};

type DisputeData = {
  readonly disputeId: string;
  readonly state: 'open' | 'won' | 'lost';
  readonly before: 'none' | 'open' | 'won' | 'lost';
  readonly openedAt: string;
  readonly orders: readonly { readonly bookingId: string; readonly amount: Money }[];
};

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

/** The disputes about an order, by what happened to its payments, newest first. */
export function disputesOf(bookingId: string, entries: readonly HistoryEntry[]): Dispute[] {
  return newestOf(entries).flatMap(({ disputeId: id, orders, isAppealed, ...dispute }) => {
    const share = orders.find((order) => order.bookingId === bookingId);
    const state = isAppealed ? 'appealed' : dispute.state;
    return share && state !== 'won' ? [{ id, state, openedAt: dispute.openedAt, amount: share.amount }] : [];
  });
}

/**
 * Whether the shop has no money of an order any more: what did not go back is lost, appealed or not. Then it sends nothing of it,
 * and refuses to.
 */
export function isAllLost({ price, refunded }: Booking, disputes: readonly Dispute[]): boolean {
  const lost = disputes.flatMap(({ state, amount }) => (state === 'lost' || state === 'appealed' ? [amount] : []));
  const currency = lost[0]?.currency;
  if (!currency) return false;
  return leftOf(price, sumOf([refunded, ...lost.map(decimalOf)], currency), currency) === 0;
}

/** The disputes of each order that has some. */
export function disputesByOrder(entries: readonly HistoryEntry[]): ReadonlyMap<string, readonly Dispute[]> {
  const ids = new Set(newestOf(entries).flatMap(({ orders }) => orders.map(({ bookingId }) => bookingId)));
  return new Map([...ids].map((id) => [id, disputesOf(id, entries)]));
}
