import { hash } from 'node:crypto';
import { checked, withChecksum } from './checked-bytes.ts';
import { CommandFilter } from './command-filter.ts';
import { type Span, spanAt, spanOf } from './command-spans.ts';
import type { Statements } from './snapshot-file.ts';

/** A command's hash, cut so short that an entry is small, and so long that no two are ever the same; in bytes. */
const hashLength = 16;
const entryLength = hashLength + 4;
/** How many commands a row has, about; and how many rows it takes at most to find one among those that share them. */
const rowCapacity = 256;
const segmentCapacity = 64 * rowCapacity;

export const hashOf = (commandId: string): Buffer => hash('sha256', commandId, 'buffer').subarray(0, hashLength);

/**
 * In which of the rows of a segment a command is. After so many commands the next segment begins, so that no row that is
 * rewritten gets long. By a byte that the filter does not look at.
 */
const bucketOf = (command: Buffer, { length }: Span): number =>
  (command[hashLength - 1] ?? 0) % Math.ceil(Math.min(length, segmentCapacity) / rowCapacity);

/** Of commands, by their ids, the revision at which their events begin. */
export type Begun = Iterable<readonly [string, number | bigint]> & { readonly size: number };

/** What adding commands to an index has changed: filters, by their number, and how many rows. */
export type Added = { readonly filters: ReadonlyMap<number, CommandFilter>; readonly rows: number };

/** Adds commands to a stream's index, `count` of which are in it already. */
export function addToIndex(
  statements: Statements,
  stream: string,
  { begun, count, filters }: { begun: Begun; count: number; filters: readonly CommandFilter[] },
): Added {
  const added = new Map<string, { segment: number; bucket: number; entries: Buffer[] }>();
  const changed = new Map<number, CommandFilter>();
  let number = count;
  for (const [commandId, revision] of begun) {
    const command = hashOf(commandId);
    const entry = Buffer.alloc(entryLength);
    entry.set(command);
    entry.writeUInt32LE(Number(revision), hashLength);
    const span = spanOf(number);
    const { from, length } = spanAt(span);
    const segment = number - ((number - from) % segmentCapacity);
    const place = { segment, bucket: bucketOf(command, { from, length }) };
    const row = added.get(`${place.segment} ${place.bucket}`) ?? { ...place, entries: [] };
    added.set(`${place.segment} ${place.bucket}`, row);
    row.entries.push(entry);
    const filter = changed.get(span) ?? new CommandFilter(length, filters[span]?.bytes.slice()); // A copy: the one in use has what is committed.
    changed.set(span, filter);
    filter.add(command);
    number += 1;
  }
  for (const { segment, bucket, entries } of added.values()) {
    const before = statements.segment.get(stream, bucket, segment)?.entries;
    const all = before === undefined ? entries : [checked(before), ...entries];
    statements.putSegment.run(stream, bucket, segment, withChecksum(Buffer.concat(all)));
  }
  for (const [index, { bytes }] of changed) statements.putFilter.run(stream, index, withChecksum(bytes));
  return { filters: changed, rows: added.size + changed.size };
}

/**
 * Where a command's events begin; undefined when it is not in the index. Looked for only among those that a filter was
 * made for which does not say that it is surely not there.
 */
export function findInIndex(
  statements: Statements,
  stream: string,
  { command, filters }: { command: Buffer; filters: readonly number[] },
): bigint | undefined {
  for (const filter of filters) {
    const span = spanAt(filter);
    for (const row of statements.bucket.all(stream, bucketOf(command, span), span.from, span.from + span.length)) {
      const entries = checked(row.entries);
      for (let at = entries.indexOf(command); at !== -1; at = entries.indexOf(command, at + 1)) {
        if (at % entryLength === 0) return BigInt(entries.readUInt32LE(at + hashLength));
      }
    }
  }
  return undefined;
}
