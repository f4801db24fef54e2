import type { Mail } from '../kernel/mails.ts';

/** A place that a person has in an hour for a mail: of a kind of mails, or of several that count together. */
export type Place = readonly [of: string, number: number];

/** Minutes of the hour from which on each later place may be taken, of mails that are spread over it. */
const quarter = 15;

/** How many mails that count together a person gets in an hour. */
const most = { proved: 10, unproved: 2 };

/**
 * The places that a mail may take, in the order in which it takes the first that is free.
 *
 * An address that nobody proved may be anybody's: whoever signed up with it has two mails in an hour sent there of all that count
 * together. Where it was proved, notices have ten, and behind these one for each kind: without it, what came ten times would keep from its
 * owner that something else happened. What is said of orders that cost no money is bounded for an unproved address alone.
 *
 * The places of an unproved address are the first of a proved one: a mail that one node claims just before a proof, and another just after
 * it, is still one.
 * @param at when it happened because of which the mail is written
 */
export function placesOf({ kind, perHour, countsWith, isSpread }: Mail, isProved: boolean, at: Date): Place[] {
  const open = isSpread ? Math.min(perHour, 2 + Math.floor(at.getUTCMinutes() / quarter)) : perHour;
  if (countsWith === undefined || (countsWith === 'unpaid-orders' && isProved)) return numbered(kind, open);
  if (!isProved) return numbered(countsWith, most.unproved);
  return [...numbered(countsWith, most.proved), [kind, 0]];
}

function numbered(of: string, howMany: number): Place[] {
  return Array.from({ length: howMany }, (_, number) => [of, number]);
}
