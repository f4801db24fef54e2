import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from './event-log.ts';

/** What a stream's metadata says about which of its events a read shows. */
export type Retention = {
  /** Revisions below are hidden. */
  truncateBefore: number;
  maxCount: number;
  maxAgeSeconds: number;
};

/** The greatest revision there is, 2^63 - 1: what a tombstone has, and `$tb` in the metadata of a soft-deleted stream. */
export const LAST_REVISION = 9_223_372_036_854_775_807n;

const KEEPS_ALL: Retention = { truncateBefore: 0, maxCount: Number.POSITIVE_INFINITY, maxAgeSeconds: Infinity };
const TICKS_PER_SECOND = 10_000_000n;

/** The stream that holds a stream's metadata. */
export const metastreamOf = (stream: string): string => `$$${stream}`;

/** The stream whose metadata a metastream holds, or undefined for an ordinary stream. */
export const originalOf = (stream: string): string | undefined =>
  stream.startsWith('$$') ? stream.slice(2) : undefined;

/** Reads the last event of a metastream. One that is not a JSON object of type `$metadata` says nothing. */
export function retentionOf(event: RecordedEvent | undefined): Retention {
  const raw = parse(event);
  const number = (key: string, otherwise: number) => {
    const value = raw[key];
    return typeof value === 'number' && Number.isInteger(value) ? value : otherwise;
  };
  return {
    truncateBefore: number('$tb', KEEPS_ALL.truncateBefore),
    maxCount: number('$maxCount', KEEPS_ALL.maxCount),
    maxAgeSeconds: number('$maxAge', KEEPS_ALL.maxAgeSeconds),
  };
}

/** JSON reads 2^63 - 1 as 2^63, as no double lies between. */
export const isSoftDeleted = (retention: Retention): boolean => retention.truncateBefore >= Number(LAST_REVISION);

export const softDeletion = (): Uint8Array => Buffer.from(`{"$tb":${LAST_REVISION}}`);

/** The same metadata, showing the stream from a revision on. */
export const restoredFrom = (event: RecordedEvent | undefined, revision: bigint): Uint8Array =>
  Buffer.from(JSON.stringify({ ...parse(event), $tb: Number(revision) }));

/** The first revision that count and truncation let through. */
export function firstVisible(retention: Retention, last: bigint): bigint {
  const byCount = retention.maxCount === Infinity ? 0n : last - BigInt(retention.maxCount) + 1n;
  const byTruncation = BigInt(retention.truncateBefore);
  return byCount > byTruncation ? byCount : byTruncation;
}

/** Whether an event is too old to be shown; both times are ticks. */
export const isExpired = (retention: Retention, created: bigint, now: bigint): boolean =>
  retention.maxAgeSeconds !== Infinity && created < now - BigInt(retention.maxAgeSeconds) * TICKS_PER_SECOND;

type EventAlone = Omit<RecordedEvent, 'position' | 'stream' | 'revision' | 'created' | 'place' | 'together'>;
const none = new Uint8Array();

/** An event that makes this the metadata of a stream. */
export const metadataEvent = (data: Uint8Array): EventAlone => ({
  id: randomUUID(),
  type: '$metadata',
  contentType: 'application/json',
  data,
  metadata: none,
});

/** The last event of a stream that is deleted for ever. */
export const tombstoneEvent = (): EventAlone => ({
  id: randomUUID(),
  type: '$streamDeleted',
  contentType: 'application/octet-stream',
  data: none,
  metadata: none,
});

function parse(event: RecordedEvent | undefined): Record<string, unknown> {
  if (event?.type !== '$metadata') return {};
  try {
    const value: unknown = JSON.parse(Buffer.from(event.data).toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
