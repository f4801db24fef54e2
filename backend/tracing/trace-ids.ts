import { createHash } from 'node:crypto';

/** Ids of W3C Trace Context: a trace has 16 bytes, each of its spans 8, in lower-case hex, and neither is all zeros. */
const traceparent = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/;

/** By this (W3C `tracestate`) the shop's own pages say how many milliseconds before the call somebody pressed. What is longer ago than a minute is not the cause. */
const clickAgo = /(?:^|,)\s*inventory=(\d{1,5})\s*(?:,|$)/;
const longestAgo = 60_000;

/** Of which trace and span of the browser's a call is a part. */
export type TraceParent = {
  readonly traceId: string;
  readonly spanId: string;
  /** Milliseconds since the click that the span is of. Undefined for a span of somebody else's, who tells of it by themselves. */
  readonly clickAgo: number | undefined;
};

type Header = string | readonly string[] | undefined;

/** What the headers `traceparent` and `tracestate` say; undefined where they say nothing that is well formed. */
export function traceParentIn(parent: Header, state: Header): TraceParent | undefined {
  const [, traceId, spanId] = (typeof parent === 'string' && traceparent.exec(parent)) || [];
  if (traceId === undefined || spanId === undefined) return undefined;
  const [, ago] = (typeof state === 'string' && clickAgo.exec(state)) || [];
  return { traceId, spanId, clickAgo: Number(ago) <= longestAgo ? Number(ago) : undefined };
}

/** A trace's id as what is done in it is correlated by: a correlation id has as many bytes, and is written as a UUID. */
export function correlationOf(traceId: string): string {
  return traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The other way round; of a correlation id that is no UUID a digest. */
export function traceIdOf(correlationId: string): string {
  return hexIn(correlationId, 32) ?? digest(correlationId).slice(0, 32);
}

/**
 * The id of the span of an event, or of a command: made of theirs, so that whoever handles the event at any node, and
 * whenever, knows under which span that belongs. Nothing of it has to be stored with the event.
 */
export function spanIdOf(...ids: readonly string[]): string {
  return digest(ids.join(' ')).slice(0, 16);
}

function hexIn(id: string, length: number): string | undefined {
  const plain = id.replaceAll('-', '').toLowerCase();
  return plain.length === length && /^(?!0+$)[\da-f]+$/.test(plain) ? plain : undefined;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
