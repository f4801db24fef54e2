import { crc32 } from 'node:zlib';
import type { EventMeta, StoredEvent } from '../../../modules/kernel/event.ts';
import { unusable } from './unusable-log.ts';

/** An event as texts, the way it is stored. */
export type EventTexts = { readonly id: string; readonly type: string; readonly data: string; readonly meta: string };

/** The columns that an event is read from. */
export const columns = 'position, stream, revision, id, type, data, meta, checksum';

/** CRC-32 over everything in the row but its position, which the tree of the table itself keeps. */
export function checksumOf(stream: string, revision: bigint, { id, type, data, meta }: EventTexts): number {
  return crc32(`${stream}\0${revision}\0${id}\0${type}\0${data}\0${meta}`);
}

/** @throws UnusableLog when the row is not what was once written. */
export function eventOf(row: { readonly [column: string]: unknown }, file: string): StoredEvent {
  const { position, stream, revision, id, type, data, meta, checksum } = row;
  if (
    typeof position !== 'bigint' ||
    typeof stream !== 'string' ||
    typeof revision !== 'bigint' ||
    typeof id !== 'string' ||
    typeof type !== 'string' ||
    typeof data !== 'string' ||
    typeof meta !== 'string' ||
    checksum !== BigInt(checksumOf(stream, revision, { id, type, data, meta }))
  ) {
    throw unusable(file, `the event at position ${position} is damaged.`);
  }
  return { id, type, data: parsed(data), meta: parsed(meta) as EventMeta, stream, revision, position };
}

/** What is no JSON, and has a sum that says that it was written so, is taken for a text, as of EventStoreDB. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The value of a column that the schema says is an integer. */
export function integer(value: unknown): bigint {
  if (typeof value !== 'bigint') throw new TypeError(`An integer was expected, not ${typeof value}.`);
  return value;
}
