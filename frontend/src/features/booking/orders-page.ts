import type { Page } from '../../lib/api/api.ts';
import { goneOf, type ShownBooking } from './shown-booking.ts';

/** A page of everybody's orders as somebody reads it: what comes meanwhile is held back until they want it. */
export type OrdersPage = Page<ShownBooking> & {
  /** The page as it would be now, when orders are held back. */
  readonly latest?: Page<ShownBooking>;
  /** The ids of those that are newer than what is shown, or have become what is looked for. */
  readonly newer: readonly string[];
  /** False once they are wanted, or nobody reads it any more: the next answer is shown as it is. */
  readonly isRead: boolean;
  /** Something is looked for: whether an order is among it, only the shop can say. */
  readonly isNarrowed?: true;
};

/**
 * What is shown when `now` is the answer, and `before` was shown.
 * @param elsewhere orders that were shown, are not in the answer, and are still there: they are not what is looked for any more
 */
export function heldPage(
  before: OrdersPage | undefined,
  now: Page<ShownBooking>,
  elsewhere: readonly ShownBooking[] = [],
): OrdersPage {
  const shown = { ...now, entries: now.entries.filter((one) => !goneOf(one)) };
  if (!before?.isRead) return { ...shown, newer: [], isRead: true };

  const answers = new Map([...elsewhere, ...now.entries].map((one) => [one._id, one]));
  const known = new Set(before.entries.map(({ _id }) => _id));
  const isNew = ({ _id }: ShownBooking) => !known.has(_id);
  const newer = shown.entries.slice(0, shown.entries.findLastIndex((one) => !isNew(one)) + 1).filter(isNew);
  if (!shown.entries.some((one) => !isNew(one))) newer.push(...shown.entries);
  if (newer.length > 0 && before.entries.length > 0) {
    // Those that are not in the answer were pushed to the next page, or are gone; which, a notice says.
    const entries = before.entries.map((one) => answers.get(one._id) ?? one);
    return { ...before, entries, total: now.total, latest: shown, newer: newer.map(({ _id }) => _id) };
  }
  const entries = before.entries.map((one): ShownBooking => answers.get(one._id) ?? { ...one, isMissing: true });
  const inPlace = new Set(entries.map(({ _id }) => _id));
  const more = shown.entries.filter(({ _id }) => !inPlace.has(_id));
  return { ...now, entries: [...entries, ...more], newer: [], isRead: true };
}

/** The page without what was marked, and with what was held back. */
export function released({ latest, ...page }: OrdersPage): OrdersPage {
  const { entries, ...rest } = latest ?? page;
  const isNarrowed = page.isNarrowed && { isNarrowed: page.isNarrowed };
  return { ...rest, ...isNarrowed, entries: entries.filter((one) => !goneOf(one)), newer: [], isRead: false };
}
