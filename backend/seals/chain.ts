import type { StoredEvent } from '../../modules/kernel/event.ts';
import { eventHash } from './last-sealed.ts';
import { isSeal, type LogSealed, type OutsideSeal } from './log-sealed.ts';

export type Chain = {
  /** What stands in the stream of seals, by their numbers. */
  readonly events: ReadonlyMap<number, StoredEvent>;
  /** Those outside that are believed, by their numbers. */
  readonly outside: ReadonlyMap<number, OutsideSeal>;
  /** The number of the last seal that the shop remembers; undefined for none. */
  readonly remembered: number | undefined;
};

/**
 * What is wrong with the chain of the seals in the log, a sentence each. They must be there from number 0 on, each following
 * from the one before, in the order in which they were made: what is known outside only adds to that.
 */
export function wrongInChain({ events, outside, remembered = -1 }: Chain): string[] {
  const wrong: string[] = [];
  const hashes = new Map(events.entries().map(([number, event]) => [number, eventHash(event)]));
  let before: StoredEvent | undefined;
  let next = 0;
  for (const [number, event] of [...events].sort(([one], [other]) => one - other)) {
    wrong.push(...removed(next, number - 1, outside));
    next = number + 1;
    if (!isSeal(event)) wrong.push(`What stands in the log as seal ${number} is none.`);
    else if (!follows(number, event as StoredEvent<LogSealed>, { hashes, outside, before })) {
      wrong.push(`Seal ${number} in the log does not follow from the one before it.`);
    } else if (event.meta.time !== (event as StoredEvent<LogSealed>).data.at) {
      wrong.push(`Seal ${number} in the log is said to be of another time than the one that was signed.`);
    }
    if (before && event.position <= before.position) {
      wrong.push(
        `Seal ${number}, at position ${event.position}, stands before seal ${before.revision}: one was moved.`,
      );
    }
    before = event;
  }
  const last = outside.keys().reduce((most, number) => (number > most ? number : most), remembered);
  wrong.push(...removed(next, last, outside));
  for (const [number, seal] of outside) {
    const inLog = hashes.get(number);
    if (inLog === seal.event) continue;
    if (inLog) wrong.push(`Seal ${number}, up to position ${seal.position}, is another one in the log.`);
    const known = hashes.get(number - 1) ?? outside.get(number - 1)?.event;
    if (known !== undefined && known !== seal.previous) {
      wrong.push(`Seal ${number} outside the log does not follow from seal ${number - 1}.`);
    }
  }
  return wrong;
}

type Before = {
  readonly hashes: ReadonlyMap<number, string>;
  readonly outside: Chain['outside'];
  readonly before: StoredEvent | undefined;
};

function follows(number: number, { data: seal }: StoredEvent<LogSealed>, { hashes, outside, before }: Before): boolean {
  // Where the one before is gone that was said already.
  const known = hashes.get(number - 1) ?? outside.get(number - 1)?.event ?? (number > 0 ? seal.previous : null);
  const grew = !before || !isSeal(before) || (before as StoredEvent<LogSealed>).data.size < seal.size;
  return seal.number === number && seal.previous === known && grew;
}

function removed(from: number, to: number, outside: Chain['outside']): string[] {
  if (to < from) return [];
  if (to > from) return [`Seals ${from} to ${to} were removed from the log.`];
  const known = outside.get(from);
  return [`Seal ${from}${known ? `, up to position ${known.position},` : ''} was removed from the log.`];
}
