import { hash } from 'node:crypto';
import { checked, withChecksum } from './checked-bytes.ts';
import { CommandFilter, filterCapacity } from './command-filter.ts';
import type { Statements } from './snapshot-file.ts';

/** A command's hash, cut so short that an entry is small, and so long that no two are ever the same; in bytes. */
const hashLength = 16;
const entryLength = hashLength + 4;
const buckets = 64;
/** After so many commands of a stream the next row of each bucket begins, so that none that is rewritten gets long. */
const segmentCapacity = filterCapacity / 4;

export const hashOf = (commandId: string): Buffer => hash('sha256', commandId, 'buffer').subarray(0, hashLength);

/** Not of the bytes that the filter looks at. */
const bucketOf = (command: Buffer): number => (command[hashLength - 1] ?? 0) % buckets;

/** Of commands, by their ids, the revision at which their events begin. */
export type Begun = Iterable<readonly [string, number | bigint]> & { readonly size: number };

/** Adds commands to a stream's index, `count` of which are in it already. @returns the filters that changed, by number */
export function addToIndex(
  statements: Statements,
  stream: string,
  { begun, count, filters }: { begun: Begun; count: number; filters: readonly CommandFilter[] },
): ReadonlyMap<number, CommandFilter> {
  const added = new Map<string, { segment: number; bucket: number; entries: Buffer[] }>();
  const changed = new Map<number, CommandFilter>();
  let number = count;
  for (const [commandId, revision] of begun) {
    const command = hashOf(commandId);
    const entry = Buffer.alloc(entryLength);
    entry.set(command);
    entry.writeUInt32LE(Number(revision), hashLength);
    const place = { segment: Math.floor(number / segmentCapacity), bucket: bucketOf(command) };
    const row = added.get(`${place.segment} ${place.bucket}`) ?? { ...place, entries: [] };
    added.set(`${place.segment} ${place.bucket}`, row);
    row.entries.push(entry);
    filterAt(Math.floor(number / filterCapacity), filters, changed).add(command);
    number += 1;
  }
  for (const { segment, bucket, entries } of added.values()) {
    const before = statements.segment.get(stream, bucket, segment)?.entries;
    const all = before === undefined ? entries : [checked(before), ...entries];
    statements.putSegment.run(stream, bucket, segment, withChecksum(Buffer.concat(all)));
  }
  for (const [index, { bytes }] of changed) statements.putFilter.run(stream, index, withChecksum(bytes));
  return changed;
}

/** A copy: what is not committed must not be in the one that is in use. */
function filterAt(number: number, filters: readonly CommandFilter[], changed: Map<number, CommandFilter>) {
  const filter = changed.get(number) ?? new CommandFilter(filters[number]?.bytes.slice());
  changed.set(number, filter);
  return filter;
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
    const [from, to] = [filter, filter + 1].map((each) => (each * filterCapacity) / segmentCapacity);
    for (const row of statements.bucket.all(stream, bucketOf(command), from ?? 0, to ?? 0)) {
      const entries = checked(row.entries);
      for (let at = entries.indexOf(command); at !== -1; at = entries.indexOf(command, at + 1)) {
        if (at % entryLength === 0) return BigInt(entries.readUInt32LE(at + hashLength));
      }
    }
  }
  return undefined;
}
