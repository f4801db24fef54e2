import type { Booking } from '../../../../modules/booking/contract.ts';

/** Why an order is no longer there: taken back, not paid in time, or one of both. */
export type Gone = 'deleted' | 'expired' | 'either';

/** An order in a list that somebody reads. One that goes away meanwhile stays where it was, and says so. */
export type ShownBooking = Booking & {
  /** As a notice has said. */
  readonly gone?: Exclude<Gone, 'either'>;
  /** An answer of all that there are has it no more. */
  readonly isMissing?: true;
};

/** Why it is no longer there; undefined while it is. */
export const goneOf = ({ gone, isMissing }: ShownBooking): Gone | undefined => gone ?? (isMissing && 'either');

/** What stands beside an order that is gone. */
export const wordsOfGone: Record<Gone, string> = { deleted: 'Deleted', expired: 'Lapsed', either: 'Deleted or lapsed' };

/**
 * A whole list as it was read, with what has come anew: each order stays in its place. One that is no longer in the list
 * stays as well, unless whoever reads it has taken it back.
 */
export function inPlace(
  before: readonly ShownBooking[],
  now: readonly ShownBooking[],
  isTakenBack: (id: string) => boolean,
): ShownBooking[] {
  const listed = new Set(now.map(({ _id }) => _id));
  const known = new Set(before.map(({ _id }) => _id));
  // What a notice has said to be gone before it was ever shown, is not shown.
  const rows = now.filter((one) => !goneOf(one) || (known.has(one._id) && !isTakenBack(one._id)));
  for (const row of before) {
    if (listed.has(row._id) || isTakenBack(row._id)) continue;
    const older = rows.findIndex(({ at }) => at < row.at);
    rows.splice(older < 0 ? rows.length : older, 0, { ...row, isMissing: true });
  }
  return rows;
}
