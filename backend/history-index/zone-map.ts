import { eventsABlock, type Statements } from './history-file.ts';
import type { IndexedEvent } from './indexed-event.ts';

/** A piece of the log, by positions; both are in it. */
export type Range = { readonly first: number; readonly last: number };

type Block = { number: number; first: number; last: number; since: number; until: number; events: number };

/** Adds events to the zone map, in the transaction that writes them. */
export function addToBlocks({ lastBlock, putBlock }: Statements, events: readonly IndexedEvent[]): void {
  const row = lastBlock.get();
  let block: Block | undefined = row && {
    number: Number(row.number),
    first: Number(row.first),
    last: 0,
    since: Number(row.since),
    until: Number(row.until),
    events: Number(row.events),
  };
  const put = ({ number, first, last, since, until, events: count }: Block) =>
    putBlock.run(number, first, last, since, until, count);
  for (const { position, at } of events) {
    if (!block || block.events >= eventsABlock) {
      if (block && block.last > 0) put(block);
      const number: number = (block?.number ?? 0) + 1;
      block = { number, first: position, last: position, since: at, until: at, events: 0 };
    }
    block.last = position;
    block.since = Math.min(block.since, at);
    block.until = Math.max(block.until, at);
    block.events += 1;
  }
  if (block && events.length > 0) put(block);
}

/** The pieces of the log with whatever happened between two times, newest first; in them there may be more than that. */
export function rangesBetween({ blocksBetween }: Statements, since: number, until: number): Range[] {
  const ranges: { first: number; last: number; number: number }[] = [];
  for (const row of blocksBetween.all(since, until)) {
    const number = Number(row.number);
    const newer = ranges.at(-1);
    if (newer?.number === number + 1) {
      newer.first = Number(row.first);
      newer.number = number;
    } else ranges.push({ first: Number(row.first), last: Number(row.last), number });
  }
  return ranges;
}
